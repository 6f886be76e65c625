import { mayChangeAgent } from "#contract/agents/rights.ts";
import { endpoint } from "#contract/endpoint.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { serverUrl } from "./server-address.ts";

// What the runs of a revision may do with the tools of the servers that its slots lead to. The reference has no word for it: all of it is ours.

/** `ask`: a person approves each call. `never`: models and programs are not told of it. */
export const toolPolicies = ["allow", "ask", "never"] as const;
export type ToolPolicy = (typeof toolPolicies)[number];

/** As many tools of one slot are shown and set at once, as one server may have. */
export const maxSlotTools = 500;

export const ToolDefinition = record("ToolDefinition", {
  description: z.string(),
  /** JSON Schema of the arguments. */
  input_schema: z.record(z.string(), z.unknown()),
  /** The server says that it changes nothing. Nobody has checked that. */
  reads_only: z.boolean(),
  /** The server says that it can delete or overwrite. */
  destroys: z.boolean().optional(),
});
export type ToolDefinition = z.output<typeof ToolDefinition>;

/** Of everything that a server declares about a tool. */
const digest = z.string().regex(/^[A-Za-z0-9_-]{43}$/, { error: "This is not the digest of a tool" });

export const SlotTool = record("SlotTool", {
  server_url: z.string(),
  name: z.string(),
  digest: z.string(),
  ...ToolDefinition.shape,
  /** What counts now: `ask` until somebody chose something for what the tool is now. */
  policy: z.enum(toolPolicies),
  /** It was allowed, and the server has changed it since. */
  changed: z.boolean(),
  /** What it was when it was allowed, where that is still known; null unless it changed. */
  allowed_definition: ToolDefinition.nullable(),
});
export type SlotTool = z.output<typeof SlotTool>;

const area = "Revision integrations";
const params = z.strictObject({ agent_id: idOf("agent"), build_id: idOf("revision"), integration_id: idOf("slot") });
const path = "/v2/agents/{agent_id}/revisions/{build_id}/integrations/{integration_id}/tools";
const tools = z.array(SlotTool).max(maxSlotTools);
const SlotToolPolicy = record("SlotToolPolicy", { server_url: serverUrl, digest, policy: z.enum(toolPolicies) });
const ours = "What a run may do at another service is decided for each tool, by a person who has seen it.";

export const listSlotTools = endpoint({
  name: "listSlotTools",
  method: "GET",
  path,
  area,
  summary: "The tools of a slot as its servers last listed them, with what runs may do with each",
  access: { scope: "team", by: "agent_id", role: "team:member" },
  reads: ["revision_slot", "connection"],
  ours,
  params,
  reply: z.strictObject({ tools }),
});

export const refreshSlotTools = endpoint({
  name: "refreshSlotTools",
  method: "POST",
  path: `${path}/refresh`,
  area,
  summary: "Ask the servers of the caller's connections in a slot which tools they have",
  access: { scope: "team", by: "agent_id", role: "team:member" },
  changes: ["revision_slot"],
  ours,
  params,
  reply: z.strictObject({
    tools,
    problems: z.array(record("SlotToolsProblem", { connection_id: z.string(), name: z.string(), message: z.string() })),
  }),
  errors: ["wrong_slot"],
});

export const setSlotTools = endpoint({
  name: "setSlotTools",
  method: "PATCH",
  path,
  area,
  summary: "Say what runs may do with tools of a slot, each as the caller saw it; the others keep theirs",
  access: { scope: "team", by: "agent_id", role: "team:builder" },
  may: mayChangeAgent,
  records: "revision.connections_changed",
  changes: ["revision_slot", "revision"],
  ours,
  params,
  body: z.strictObject({
    tools: z.array(SlotToolPolicy).min(1).max(maxSlotTools),
  }),
  reply: z.strictObject({ tools }),
  errors: ["forbidden", "wrong_slot", "tool_changed"],
});
