import { endpoint } from "#contract/endpoint.ts";
import { uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { automationArea as area } from "./automations.ts";

// The routing of a queue is its case trigger: an active revision decides which agent each queue of its automation starts, and nothing else does.

/** A queue and an agent that its cases start. */
export const StartingPair = record("StartingPair", {
  case_queue_id: uuid,
  case_queue_name: z.string(),
  agent_id: uuid,
  agent_name: z.string(),
});
export type StartingPair = z.output<typeof StartingPair>;

/** What keeps a revision from being activated, as a sentence. */
export const RoutingConflict = record("RoutingConflict", { agent_id: uuid, agent_name: z.string(), message: z.string() });
export type RoutingConflict = z.output<typeof RoutingConflict>;

export const TriggerPlan = record("TriggerPlan", {
  /** The queue starts the agent afterwards, and does not now. */
  starts: z.array(StartingPair),
  /** The queue starts the agent now, and does not afterwards. */
  stops: z.array(StartingPair),
  /** Routed, but the agent's build takes no cases from the queue: each would fail, so nothing is started. */
  refused: z.array(StartingPair),
  conflicts: z.array(RoutingConflict),
});
export type TriggerPlan = z.output<typeof TriggerPlan>;

export const getAutomationRevisionTriggers = endpoint({
  name: "getAutomationRevisionTriggers",
  method: "GET",
  path: "/v2/automations/{automation_id}/revisions/{revision_id}/triggers",
  area,
  summary: "The case triggers that activating a revision would start and stop, and any conflicts",
  access: { scope: "team", by: "automation_id", role: "team:member" },
  reads: ["automation", "agent", "queue", "revision", "revision_slot", "case_trigger"],
  ours: "Activating starts and stops work; the person who does it has to see which first.",
  params: z.strictObject({ automation_id: idOf("automation"), revision_id: idOf("automation_revision") }),
  reply: TriggerPlan,
});
