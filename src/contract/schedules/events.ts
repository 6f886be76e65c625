import { change, event, subjects } from "#contract/event.ts";
import { timestamp, uuid } from "#contract/fields.ts";
import { z } from "#contract/zod.ts";
import { firingOutcomes } from "./firing-outcomes.ts";

const of = subjects({
  schedule: { by: "schedule_id", in: "" },
  event_trigger: { by: "trigger_id", in: "" },
  webhook_source: { by: "source_id", in: "source" },
});

const ofAgent = { agent_id: uuid };

export const scheduleEvents = {
  "schedule.created": change(of.schedule, ofAgent),
  "schedule.updated": change(of.schedule, ofAgent),
  "schedule.deleted": change(of.schedule, ofAgent),
  /** A run started, at a due time or by hand. */
  "schedule.fired": event(of.schedule, { ...ofAgent, run_id: uuid, due_at: timestamp }),
  /** A due time started nothing, or several did. */
  "schedule.not_fired": event(of.schedule, { ...ofAgent, due_at: timestamp, outcome: z.enum(firingOutcomes), count: z.int() }),
  "webhook_source.created": change(of.webhook_source),
  "webhook_source.updated": change(of.webhook_source),
  "webhook_source.deleted": change(of.webhook_source),
  "webhook_source.secret_rotated": change(of.webhook_source),
  /** The service paused it: connections were missing for long, or its owner left the team. */
  "schedule.auto_disabled": change(of.schedule, ofAgent),
  "event_trigger.auto_disabled": change(of.event_trigger, ofAgent),
  "event_trigger.saved": change(of.event_trigger, ofAgent),
  /** Its agent went, or what its events came from. `dropped_events`: those that matched and whose run had not started; it never will. */
  "event_trigger.deleted": change(of.event_trigger, {
    ...ofAgent,
    reason: z.enum(["agent_deleted", "agent_moved", "source_deleted", "connection_gone"]),
    dropped_events: z.int(),
  }),
  /** An event started a run. */
  "event_trigger.fired": event(of.event_trigger, { ...ofAgent, run_id: uuid }),
};

type ScheduleEvents = typeof scheduleEvents;
declare module "#contract/event.ts" {
  interface EventCatalogue extends ScheduleEvents {}
}
