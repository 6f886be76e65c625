import { endpoint } from "#contract/endpoint.ts";
import { int53, uuid } from "#contract/fields.ts";
import { z } from "#contract/zod.ts";

/** How the live revision of one agent leads to another: it may hand work over, is always followed by it, or asks it in between. */
export const callerWays = ["handover_target", "handover_to", "sub_agent"] as const;

export const AgentCaller = z.strictObject({ agent_id: uuid, agent_name: z.string(), ways: z.array(z.enum(callerWays)) });
export type AgentCaller = z.output<typeof AgentCaller>;

export const maxCallers = 100;

export const listAgentCallers = endpoint({
  name: "listAgentCallers",
  method: "GET",
  path: "/v2/agents/{agent_id}/callers",
  // Another agent's revision going live changes the answer.
  area: "Revisions",
  summary: `The agents whose live revisions pass work to this one, by name (at most ${maxCallers}; \`total\` counts all)`,
  access: { kind: "team", by: "agent_id", role: "team:member" },
  ours: "A revision names whom it hands work to; nothing says who hands work to an agent.",
  params: z.strictObject({ agent_id: uuid }),
  reply: z.strictObject({ callers: z.array(AgentCaller).max(maxCallers), total: int53 }),
});

export const AgentDeletion = z.strictObject({
  revisions: int53,
  /** Runs that would be stopped, of everybody, and the runs of other agents that these asked for. */
  active_runs: int53,
  asked_runs: int53,
  /** Builder runs of its revisions that are not decided about. */
  open_generations: int53,
  memory_files: int53,
  /** Criteria that runs of its revisions are judged by; copies of one count once. */
  rubrics: int53,
  /** Suggestions for its instructions that nobody has accepted or rejected. */
  suggestions: int53,
  /** The queue that starts it, paused or not. `alone`: that queue starts no other agent, so its cases wait from then on. */
  trigger: z.strictObject({ queue_id: uuid, queue_name: z.string(), enabled: z.boolean(), alone: z.boolean() }).nullable(),
  /** Cases that are assigned to it by name: any agent may take them then. */
  assigned_cases: int53,
  /** Agents with a revision, live or not, that names this one: it is taken out of them. */
  callers: int53,
  /** `active`: the automation's active revision runs it, and queues may be routed to it. */
  automation: z.strictObject({ id: uuid, name: z.string(), active: z.boolean(), queues: int53 }).nullable(),
});
export type AgentDeletion = z.output<typeof AgentDeletion>;

export const previewAgentDeletion = endpoint({
  name: "previewAgentDeletion",
  method: "GET",
  path: "/v2/agents/{agent_id}/deletion",
  area: "Agents",
  summary: "What deleting an agent would delete and stop, counted; changes nothing",
  access: { kind: "team", by: "agent_id", role: "team:builder" },
  ours: "A person has to see what goes before it goes, runs of others included.",
  params: z.strictObject({ agent_id: uuid }),
  reply: AgentDeletion,
  errors: ["forbidden"],
});
