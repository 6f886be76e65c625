import { int53, timestamp, uuid } from "#contract/fields.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { notificationSeverities, notificationTypes } from "./notification-words.ts";

const type = z.enum(notificationTypes);
const severity = z.enum(notificationSeverities);

export const Notification = record("Notification", {
  id: uuid,
  type,
  severity,
  title: z.string(),
  /** Why, in a sentence; null where the title says all. */
  body: z.string().nullable(),
  batch_id: uuid,
  /** Its place in the batch, from 1. */
  position: int53,
  agent_id: uuid.nullable(),
  agent_run_id: uuid.nullable(),
  /** Of clarity. */
  process_id: uuid.nullable(),
  /** Ours: what else it is about. */
  queue_id: uuid.nullable(),
  case_id: uuid.nullable(),
  build_id: uuid.nullable(),
  connection_id: uuid.nullable(),
  artifact_id: uuid.nullable(),
  /** Ours: how often the same happened since it was first told. */
  occurrences: int53,
  /** Ours: how many cases or runs it is about, each once. `link` lists them where they are several. */
  subjects: int53,
  read_at: timestamp.nullable(),
  /** Ours: when it was over by itself, as when a later run completed. It is not counted as unread then, and not mailed. */
  resolved_at: timestamp.nullable(),
  created_at: timestamp,
  /** Ours: when it happened last. */
  last_at: timestamp,
  /** A path of the console. */
  link: z.string(),
});
export type Notification = z.output<typeof Notification>;

/** What one person is told about one agent, or about a team where no agent is concerned, from when it was opened until a day or 100 members later. */
export const NotificationBatch = record("NotificationBatch", {
  id: uuid,
  team_id: uuid,
  agent_id: uuid.nullable(),
  agent_name: z.string().nullable(),
  /** Live members by type; a type without any is absent. */
  counts: z.record(z.string(), int53),
  /** Ours: by type, how many cases, runs and other things the live members are about. */
  subjects: z.record(z.string(), int53),
  unread_count: int53,
  /** The worst of the live members. */
  severity,
  /** Ours: of the members that are not over the most important one, or else the newest. */
  worst: Notification,
  /** The highest position among its members: what `through` of a batch read means. */
  through: int53,
  created_at: timestamp,
});
export type NotificationBatch = z.output<typeof NotificationBatch>;
