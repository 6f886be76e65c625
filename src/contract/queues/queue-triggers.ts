import { endpoint } from "#contract/endpoint.ts";
import { int53, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { casePriorities } from "./case.ts";
import { CaseTrigger } from "./case-triggers.ts";

export const triggerProblems = [
  "multiple_triggers",
  "producer_consumer_mix",
  /** Its trigger starts a run for each case, and no run can take one: every case fails. */
  "trigger_without_slot",
  /** It may take cases, and nothing starts it but people. */
  "slot_without_trigger",
] as const;
export type TriggerProblem = (typeof triggerProblems)[number];

/** An agent that a queue has to do with: what its live revision names the queue as, and what starts it. */
export const QueueTriggerAgent = record("QueueTriggerAgent", {
  agent_id: uuid,
  agent_name: z.string(),
  produces: z.boolean(),
  consumes: z.boolean(),
  is_handover_target: z.boolean(),
  /** The one that the agent has, also of another queue. */
  trigger: CaseTrigger.pick({
    id: true,
    case_queue_id: true,
    case_queue_name: true,
    enabled: true,
    concurrency: true,
    creator_display_name: true,
    can_disable: true,
  }).nullable(),
  /** Whether the caller may give it a trigger. */
  can_create: z.boolean(),
  /**
   * Runs that cases have started and that hold a place, and how many there may be at once. The specification does not say whether one that waits
   * for a person holds its place: under a trigger that names a number it does, under the platform's default it does not, as long as fewer than
   * 500 of the agent wait (ours).
   */
  at_work: int53,
  limit: int53,
  /** Runs that wait for a person about a case of theirs, whether they hold a place or not. */
  waiting: int53,
  problems: z.array(z.enum(triggerProblems)),
});
export type QueueTriggerAgent = z.output<typeof QueueTriggerAgent>;

/** The active revision of an automation that has the queue: it alone decides which agent the queue starts. */
export const QueueRouting = record("QueueRouting", {
  automation_id: uuid,
  automation_name: z.string(),
  revision_id: uuid,
  revision_number: int53,
  /** Null: nobody. */
  agent_id: uuid.nullable(),
  agent_name: z.string().nullable(),
  /** Whether its cases are to start that agent; otherwise the queue is paused. */
  enabled: z.boolean(),
});
export type QueueRouting = z.output<typeof QueueRouting>;

/** A case that waits, and the agent that would be started for it now; null: nobody is, or nobody can say which of several. */
export const NextCase = record("NextCase", {
  id: uuid,
  title: z.string(),
  priority: z.enum(casePriorities),
  taken_by: uuid.nullable(),
});
export type NextCase = z.output<typeof NextCase>;

export const holdUps = ["no_trigger", "no_live_revision", "takes_none", "waits_for_person"] as const;

/**
 * Why none of the cases that wait can begin before a person does something: what is wrong with whoever the first of them would go to. An agent
 * that works on as many cases as it may is no hold-up: the next one begins when one of them is done.
 */
export const HoldUp = record("HoldUp", {
  reason: z.enum(holdUps),
  /** Null: there is nobody, `no_trigger`. */
  agent_id: uuid.nullable(),
  /** Null: it has nothing to do with the queue any more. */
  agent_name: z.string().nullable(),
  limit: int53,
  waiting: int53,
});
export type HoldUp = z.output<typeof HoldUp>;

export const getQueueTriggers = endpoint({
  name: "getQueueTriggers",
  method: "GET",
  path: "/v2/queues/{queue_id}/triggers",
  area: "Queues",
  summary: "Who handles what in a queue: agents with slots and triggers (at most 500), and the next cases",
  access: { scope: "team", by: "queue_id", role: "team:member" },
  reads: ["case_trigger", "queue", "agent", "revision_slot", "case", "run"],
  ours: "The sources show the trigger of one agent at a time; the manager of a queue has to see all of them together.",
  params: z.strictObject({ queue_id: idOf("queue") }),
  reply: z.strictObject({
    pending: int53,
    /** Runs at once of a trigger that names no number. */
    default_concurrency: int53,
    /** Null: people decide, trigger by trigger. */
    routing: QueueRouting.nullable(),
    agents: z.array(QueueTriggerAgent),
    /** In the order in which they are taken, at most 10. */
    next_cases: z.array(NextCase),
    /** Null: nothing waits, or some of it begins without anybody. */
    held_up: HoldUp.nullable(),
  }),
});
