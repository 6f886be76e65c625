import { int53, timestamp, uuid } from "#contract/fields.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";

export const frequencies = ["every_5_minutes", "every_15_minutes", "hourly", "daily", "workday", "weekly", "monthly", "custom"] as const;
export type Frequency = (typeof frequencies)[number];
export const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"] as const;

/** What starts of the due times that passed while nothing could start: the latest one, none, or the newest {@link mostCaughtUp} of them. */
export const catchUps = ["one", "skip", "all"] as const;
/** What a due time does while a run of the schedule is active: nothing, or start another one. A run that waits for a person is not active. */
export const overlaps = ["skip", "allow"] as const;
export const mostCaughtUp = 100;
/** So late, in minutes, a due time is still on time for `catch_up: skip`: a restart of the service is no gap. */
export const onTimeMinutes = 5;

/** Why the service paused it: connections that its runs need were missing for long, or the person for whom they act left the team. */
export type AutoDisabled = "missing_connection" | "owner_left";

export const Schedule = record("Schedule", {
  id: uuid,
  /** The agent's live revision, which the next due time starts; its newest one where none is live. */
  build_id: uuid,
  agent_id: uuid,
  /** For whom its runs act. */
  user_id: uuid,
  enabled: z.boolean(),
  frequency: z.enum(frequencies),
  time: z.string().nullable(),
  timezone: z.string(),
  day: z.string().nullable(),
  day_of_month: z.number().nullable(),
  cron: z.string().nullable(),
  /** Always null: no source says what it is. */
  source: z.string().nullable(),
  /** Always null: no source says what it is. */
  task: z.string().nullable(),
  /** False: paused for good after its first due time. */
  recurring: z.boolean().nullable(),
  /** Paused by the service; null once it is resumed. */
  auto_disabled_at: timestamp.nullable(),
  /** See {@link AutoDisabled}. */
  auto_disabled_reason: z.string().nullable(),
  consecutive_missing_connection_failures: int53,
  first_missing_connection_failure_at: timestamp.nullable(),
  last_missing_connection_failure_at: timestamp.nullable(),
  created_at: timestamp,
  updated_at: timestamp,
  user_name: z.string().nullable().optional(),
  user_email: z.string().nullable().optional(),
  /** Ours: null while it is paused. */
  next_fire_at: timestamp.nullable(),
  /** Ours. */
  catch_up: z.enum(catchUps),
  /** Ours. */
  overlap: z.enum(overlaps),
});
export type Schedule = z.output<typeof Schedule>;
