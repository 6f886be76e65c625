import { change, event } from "#contract/event.ts";
import { timestamp, uuid } from "#contract/fields.ts";
import { z } from "#contract/zod.ts";
import { firingOutcomes } from "./firing-outcomes.ts";

const ofAgent = { agent_id: uuid };

export const scheduleEvents = {
  "schedule.created": change("schedule", ofAgent),
  "schedule.updated": change("schedule", ofAgent),
  "schedule.deleted": change("schedule", ofAgent),
  /** A run started, at a due time or by hand. */
  "schedule.fired": event("schedule", { ...ofAgent, run_id: uuid, due_at: timestamp }),
  /** A due time started nothing, or several did. */
  "schedule.not_fired": event("schedule", { ...ofAgent, due_at: timestamp, outcome: z.enum(firingOutcomes), count: z.int() }),
  "webhook_source.created": change("webhook_source"),
  "webhook_source.updated": change("webhook_source"),
  "webhook_source.deleted": change("webhook_source"),
  "webhook_source.secret_rotated": change("webhook_source"),
  /** Connections were missing for long: the service paused it. */
  "schedule.auto_disabled": change("schedule", ofAgent),
  "event_trigger.auto_disabled": change("event_trigger", ofAgent),
  "event_trigger.saved": change("event_trigger", ofAgent),
  /** An event started a run. */
  "event_trigger.fired": event("event_trigger", { ...ofAgent, run_id: uuid }),
};
