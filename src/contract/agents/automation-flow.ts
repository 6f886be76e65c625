import { endpoint } from "#contract/endpoint.ts";
import { int53, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { stepTypes } from "./config.ts";
import { StartingPair } from "./automation-triggers.ts";
import { automationArea as area } from "./automations.ts";

// What runs now, or would run, as lists and as a graph. Schedules are not part of these answers: they belong to people.

const CurrentAgent = record("CurrentAgent", {
  id: uuid,
  name: z.string(),
  type: z.enum(stepTypes),
  /** The live build; a member without one does not run. */
  build_id: uuid.nullable(),
  build_number: int53.nullable(),
});

const CurrentQueue = record("CurrentQueue", {
  id: uuid,
  name: z.string(),
  description: z.string().nullable(),
  /** Whom the active revision routes it to; null: nobody. Whether its cases start that agent is said by the triggers. */
  agent_id: uuid.nullable(),
  enabled: z.boolean(),
});

export const FlowAgent = record("FlowAgent", { ...CurrentAgent.shape, member: z.boolean() });
export type FlowAgent = z.output<typeof FlowAgent>;
export const FlowQueue = record("FlowQueue", { id: uuid, name: z.string(), enabled: z.boolean(), member: z.boolean() });
export type FlowQueue = z.output<typeof FlowQueue>;

/** `producer`: agent to queue; `consumer`: queue to agent; `handover`: agent to agent. */
export const FlowEdge = record("FlowEdge", {
  type: z.enum(["producer", "consumer", "handover"]),
  from: uuid,
  to: uuid,
  /** Of a consumer: whether cases of the queue start the agent. */
  starts: z.boolean(),
});
export type FlowEdge = z.output<typeof FlowEdge>;

export const Flow = record("Flow", { agents: z.array(FlowAgent), queues: z.array(FlowQueue), edges: z.array(FlowEdge) });
export type Flow = z.output<typeof Flow>;

const access = { scope: "team", by: "automation_id", role: "team:member" } as const;
const one = z.strictObject({ automation_id: idOf("automation") });

export const getAutomationCurrent = endpoint({
  name: "getAutomationCurrent",
  method: "GET",
  path: "/v2/automations/{automation_id}/current",
  area,
  summary: "What runs now: agents with their live builds, queues with their routing, and which queues start which agents",
  access,
  reads: ["automation", "agent", "queue", "revision", "revision_slot", "case_trigger"],
  params: one,
  reply: z.strictObject({
    automation_id: uuid,
    active_revision_id: uuid.nullable(),
    agents: z.array(CurrentAgent),
    queues: z.array(CurrentQueue),
    /** Enabled triggers of agents that run, where the agent or the queue is a member; at most 500. */
    triggers: z.array(StartingPair),
  }),
});

export const getAutomationCurrentFlow = endpoint({
  name: "getAutomationCurrentFlow",
  method: "GET",
  path: "/v2/automations/{automation_id}/current/flow",
  area,
  summary: "What runs now as a graph; agents and queues outside the automation that it touches are marked",
  access,
  reads: ["automation", "agent", "queue", "revision", "revision_slot", "case_trigger"],
  params: one,
  reply: Flow,
});

export const getAutomationRevisionFlow = endpoint({
  name: "getAutomationRevisionFlow",
  method: "GET",
  path: "/v2/automations/{automation_id}/revisions/{revision_id}/flow",
  area,
  summary: "What a revision would run, as a graph",
  access,
  reads: ["automation", "agent", "queue", "revision", "revision_slot", "case_trigger"],
  ours: "People look at what a draft would change before they activate it.",
  params: z.strictObject({ automation_id: idOf("automation"), revision_id: idOf("automation_revision") }),
  reply: Flow,
});
