import { endpoint } from "#contract/endpoint.ts";
import { Named, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { CaseTrigger, createAgentCaseTrigger } from "#contract/queues/case-triggers.ts";
import { choice, record } from "#contract/record.ts";
import { EventTrigger, upsertAgentTrigger } from "./event-triggers.ts";
import { MissingConnection } from "./missing-connection.ts";
import { Schedule } from "./schedule.ts";
import { createSchedule } from "./schedules.ts";
import { z } from "#contract/zod.ts";

const area = "Agents";
const access = { scope: "team", by: "agent_id", role: "team:member" } as const;
const params = z.strictObject({ agent_id: idOf("agent") });

export const getAgentReadiness = endpoint({
  name: "getAgentReadiness",
  method: "GET",
  path: "/v2/agents/{agent_id}/readiness",
  area,
  summary: "Whether an agent can work for the caller without a person: its live revision, what that lacks, its queues",
  access,
  reads: ["revision", "revision_slot", "connection", "queue"],
  ours: "A person has to know what cannot work before relying on it.",
  params,
  reply: z.strictObject({
    /** Null: no revision is live. */
    live_build_id: uuid.nullable(),
    missing: z.array(MissingConnection),
    queues: z.array(Named),
    /** Whether the caller may change the agent, as to let it handle a further queue. */
    may_change: z.boolean(),
  }),
});

/** What starts it. The parts are those of the operations that make only the one. */
const to = choice("Assignment", "to", [
  record("QueueAssignment", {
    to: z.literal("queue"),
    case_trigger: createAgentCaseTrigger.body,
    /** Adds the queue to those that the live revision handles, where it does not handle it yet. */
    adds_queue: z.boolean().optional(),
  }),
  record("ScheduleAssignment", { to: z.literal("schedule"), schedule: createSchedule.body }),
  record("EventAssignment", { to: z.literal("event"), trigger: upsertAgentTrigger.body }),
]);

export const assignAgent = endpoint({
  name: "assignAgent",
  method: "POST",
  path: "/v2/agents/{agent_id}/assign",
  area,
  summary: "Let a queue, a timetable or an event start an agent, if it can work; what cannot is refused",
  access,
  changes: ["case_trigger", "schedule", "event_trigger", "revision_slot", "revision"],
  ours: "An agent that lacks something would be started, and fail, for weeks.",
  params,
  body: z.strictObject({ assignment: to }),
  reply: z.strictObject({
    case_trigger: CaseTrigger.nullable(),
    schedule: Schedule.nullable(),
    trigger: EventTrigger.nullable(),
  }),
  status: 201,
  errors: ["forbidden", "no_live_revision", "missing_connection", "not_a_consumer", "has_trigger", "routed_by_revision", "too_many"],
  creates: "replayed",
});
