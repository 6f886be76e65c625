import { mayChangeTrigger } from "./rights.ts";
import { Deletion, deletionOurs } from "#contract/deletion.ts";
import { endpoint } from "#contract/endpoint.ts";
import { int53, Named, Success, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { mayChangeAgent } from "#contract/agents/rights.ts";
import { z } from "#contract/zod.ts";

const conflict = {
  /** Another agent is triggered by the same queue: each case goes to one of them, nobody can say which. */
  has_conflict: z.boolean(),
  conflicting_agents: z.array(Named),
};

export const CaseTrigger = record("CaseTrigger", {
  id: uuid,
  agent_id: uuid,
  case_queue_id: uuid,
  case_queue_name: z.string(),
  user_id: uuid,
  enabled: z.boolean(),
  /** Runs at the same time; null: as many as the installation allows. */
  concurrency: z.int().nullable(),
  created_at: timestamp,
  updated_at: timestamp,
  creator_display_name: z.string().nullable(),
  /** Whether the caller may disable it, point it elsewhere or delete it. */
  can_disable: z.boolean(),
  ...conflict,
});
export type CaseTrigger = z.output<typeof CaseTrigger>;

const area = "Case triggers";
const reading = { scope: "team", by: "agent_id", role: "team:member" } as const;
const ofAgent = z.strictObject({ agent_id: idOf("agent") });
const one = z.strictObject({ agent_id: idOf("agent"), trigger_id: idOf("case_trigger") });
const reply = z.strictObject({ case_trigger: CaseTrigger });
/** Higher numbers are for operators. */
const concurrency = z.literal(1).nullable().optional();

export const listAgentCaseTriggers = endpoint({
  name: "listAgentCaseTriggers",
  method: "GET",
  path: "/v2/agents/{agent_id}/case-triggers",
  area,
  summary: "The case trigger of an agent, if it has one",
  access: reading,
  reads: ["case_trigger"],
  params: ofAgent,
  reply: z.strictObject({ case_triggers: z.array(CaseTrigger) }),
});

export const createAgentCaseTrigger = endpoint({
  name: "createAgentCaseTrigger",
  method: "POST",
  path: "/v2/agents/{agent_id}/case-triggers",
  area,
  summary: "Let cases of a queue start runs of an agent for the caller; an agent has one such trigger",
  access: { ...reading, role: "team:builder" },
  records: "case_trigger.created",
  may: mayChangeAgent,
  changes: ["case_trigger"],
  params: ofAgent,
  body: z.strictObject({ case_queue_id: uuid, enabled: z.boolean(), concurrency }),
  reply,
  status: 201,
  errors: ["forbidden", "has_trigger", "routed_by_revision"],
  creates: "replayed",
});

export const previewAgentCaseTriggerConflicts = endpoint({
  name: "previewAgentCaseTriggerConflicts",
  method: "GET",
  path: "/v2/agents/{agent_id}/case-triggers/conflict-preview",
  area,
  summary: "Which other agents the queue triggers, and how many cases a trigger would start the agent for at once",
  access: reading,
  reads: ["case_trigger"],
  params: ofAgent,
  query: z.strictObject({ case_queue_id: uuid }),
  reply: z.strictObject({
    ...conflict,
    /** Ours: pending cases that the agent would be started for at once. */
    waiting_cases: int53,
  }),
});

export const getAgentCaseTrigger = endpoint({
  name: "getAgentCaseTrigger",
  method: "GET",
  path: "/v2/agents/{agent_id}/case-triggers/{trigger_id}",
  area,
  summary: "One case trigger",
  access: reading,
  reads: ["case_trigger"],
  params: one,
  reply,
});

export const updateAgentCaseTrigger = endpoint({
  name: "updateAgentCaseTrigger",
  method: "PATCH",
  path: "/v2/agents/{agent_id}/case-triggers/{trigger_id}",
  area,
  summary: "Change a case trigger; only its creator, the agent's owner and Managers pause it or point it elsewhere",
  access: { ...reading, role: "team:builder" },
  may: mayChangeTrigger,
  records: "case_trigger.updated",
  changes: ["case_trigger"],
  params: one,
  body: z.strictObject({ case_queue_id: uuid.optional(), enabled: z.boolean().optional(), concurrency }),
  reply,
  errors: ["forbidden", "routed_by_revision"],
});

export const deleteAgentCaseTrigger = endpoint({
  name: "deleteAgentCaseTrigger",
  method: "DELETE",
  path: "/v2/agents/{agent_id}/case-triggers/{trigger_id}",
  area,
  summary: "Delete a case trigger; runs that it started continue",
  access: { ...reading, role: "team:builder" },
  may: mayChangeTrigger,
  records: "case_trigger.deleted",
  changes: ["case_trigger"],
  params: one,
  reply: Success,
  errors: ["forbidden", "routed_by_revision"],
});

export const previewAgentCaseTriggerDeletion = endpoint({
  name: "previewAgentCaseTriggerDeletion",
  method: "GET",
  path: "/v2/agents/{agent_id}/case-triggers/{trigger_id}/deletion",
  area,
  summary: "Which cases deleting a case trigger would leave waiting; changes nothing",
  access: { ...reading, role: "team:builder" },
  may: mayChangeTrigger,
  reads: [],
  ours: deletionOurs,
  params: one,
  reply: Deletion,
  errors: ["forbidden"],
});
