import { endpoint } from "#contract/endpoint.ts";
import { allStorable, text, unstorable } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { ToolListing } from "./mcp.ts";
import { mayChangeCredential } from "./rights.ts";

// What a connection leads to, as a person looks at it. A person's call is their own: no revision's policy counts for it.

/** Characters of the arguments of one call, as JSON. */
const maxArguments = 100_000;

const area = "Connections";
const access = { scope: "team", by: "connection_id", role: "team:member" } as const;
const params = z.strictObject({ connection_id: idOf("connection") });

export const listConnectionTools = endpoint({
  name: "listConnectionTools",
  method: "GET",
  path: "/v2/connections/{connection_id}/tools",
  area,
  summary: "The tools that a connection's server offers now; of a mailbox, which has none, whether it lets in",
  access,
  reads: ["connection"],
  ours: "A person has to see what agents get by a connection, and whether it works.",
  params,
  reply: ToolListing,
});

export const ToolTrial = record("ToolTrial", {
  /** Whether the tool did what it was asked for. */
  success: z.boolean(),
  /** Parts of the result, at most 100,000 characters. All of it is the server's words. */
  content: z.array(z.record(z.string(), z.unknown())),
  /** Why there is no result. */
  error: z.string().optional(),
  /** No answer came, and the call may have been carried out. */
  maybe_done: z.literal(true).optional(),
});
export type ToolTrial = z.output<typeof ToolTrial>;

export const callConnectionTool = endpoint({
  name: "callConnectionTool",
  method: "POST",
  path: "/v2/connections/{connection_id}/tools/call",
  area,
  summary: "Call a tool of one's own connection once, or of a shared one as a Manager",
  access,
  records: "connection.tried",
  may: mayChangeCredential,
  changes: [],
  ours: "A person tries a tool before agents use it.",
  params,
  body: z.strictObject({
    tool: text(1, 256),
    arguments: z
      .record(text(1, 500), z.unknown())
      .refine((given) => JSON.stringify(given).length <= maxArguments, {
        error: "Use at most 100,000 characters for all arguments together",
      })
      .refine(allStorable, unstorable)
      .optional(),
  }),
  reply: ToolTrial,
});
