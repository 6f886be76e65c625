import { mayChangeAgent } from "./rights.ts";
import { Deletion } from "#contract/deletion.ts";
import { endpoint } from "#contract/endpoint.ts";
import { int53, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";

/** How the live revision of one agent leads to another: it may hand work over, is always followed by it, or asks it in between. */
export const callerWays = ["handover_target", "handover_to", "sub_agent"] as const;

export const AgentCaller = record("AgentCaller", { agent_id: uuid, agent_name: z.string(), ways: z.array(z.enum(callerWays)) });
export type AgentCaller = z.output<typeof AgentCaller>;

export const maxCallers = 100;

export const listAgentCallers = endpoint({
  name: "listAgentCallers",
  method: "GET",
  path: "/v2/agents/{agent_id}/callers",
  // Another agent's revision going live changes the answer.
  area: "Revisions",
  summary: `Agents whose live revisions pass work to this one, by name (at most ${maxCallers}; \`total\` counts all)`,
  access: { scope: "team", by: "agent_id", role: "team:member" },
  reads: ["revision"],
  ours: "A revision names whom it hands work to; nothing says who hands work to an agent.",
  params: z.strictObject({ agent_id: idOf("agent") }),
  reply: z.strictObject({ callers: z.array(AgentCaller).max(maxCallers), total: int53 }),
});

export const previewAgentDeletion = endpoint({
  name: "previewAgentDeletion",
  method: "GET",
  path: "/v2/agents/{agent_id}/deletion",
  area: "Agents",
  summary: "What deleting an agent would delete and stop, counted; changes nothing",
  access: { scope: "team", by: "agent_id", role: "team:builder" },
  may: mayChangeAgent,
  reads: [],
  ours: "A person has to see what goes before it goes, runs of others included.",
  params: z.strictObject({ agent_id: idOf("agent") }),
  reply: Deletion,
  errors: ["forbidden"],
});
