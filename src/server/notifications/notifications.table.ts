import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import {
  notificationChannels,
  notificationSeverities,
  notificationTypes,
  openedFroms,
  preferenceKinds,
} from "#contract/notifications/notification-words.ts";
import { createdAt, id, instant, oneOf } from "#server/platform/db/columns.ts";
import { teams, users } from "#server/teams/teams.table.ts";

const person = () => uuid().references(() => users.id, { onDelete: "cascade" });
/** SQL: who is told. Null means the team's chats, which are told together. */
const reader = sql`coalesce(recipient_id, team_id)`;
const team = () =>
  uuid()
    .notNull()
    .references(() => teams.id, { onDelete: "cascade" });

/** What one person, or a team in its chats, is told together: about one agent, or about the team. */
export const notificationBatches = pgTable(
  "notification_batches",
  {
    id: id(),
    team_id: team(),
    recipient_id: person(),
    /** The agent, or the team where no agent is concerned. Refers to nothing: what was told stays when the agent goes. */
    about_id: uuid().notNull(),
    /** Positions given out so far. */
    size: integer().notNull(),
    /** When a member happened last. */
    last_at: instant().notNull(),
    /** No member is added any more. */
    sealed: boolean().notNull().default(false),
    created_at: createdAt(),
  },
  (t) => [
    uniqueIndex("notification_batches_open")
      .on(reader, t.team_id, t.about_id)
      .where(sql`not sealed`),
    index("notification_batches_feed").on(t.recipient_id, t.team_id, t.last_at, t.id),
    index("notification_batches_kept").on(t.last_at),
  ],
);

export const notifications = pgTable(
  "notifications",
  {
    id: id(),
    batch_id: uuid()
      .notNull()
      .references(() => notificationBatches.id, { onDelete: "cascade" }),
    position: integer().notNull(),
    team_id: team(),
    recipient_id: person(),
    /** The same for everything that happens for one reason: that counts on. */
    cause: text().notNull(),
    type: text({ enum: notificationTypes }).notNull(),
    severity: text({ enum: notificationSeverities }).notNull(),
    title: text().notNull(),
    body: text(),
    /** What it is about, as it was. These refer to nothing, for the same reason. */
    agent_id: uuid(),
    run_id: uuid(),
    queue_id: uuid(),
    case_id: uuid(),
    build_id: uuid(),
    connection_id: uuid(),
    artifact_id: uuid(),
    /** Of clarity. */
    process_id: uuid(),
    occurrences: integer().notNull(),
    /** Cases or runs that it is about, each once. */
    subjects: integer().notNull().default(1),
    /** The list of these: a path below the team, and since when. Null: it is about one. */
    list: text(),
    since: instant(),
    /** Why, in words that everybody in a chat may read. */
    known_reasons: text(),
    read_at: instant(),
    opened_from: text({ enum: openedFroms }),
    /** Whether it is shown in the console: some only want the email. */
    in_app: boolean().notNull().default(true),
    /** An email that tells of it was written. */
    mailed_at: instant(),
    /** Dismissed. The same again is told anew. */
    deleted_at: instant(),
    /** What it would take to be over: the same for all that one thing going well again ends. */
    ends: text(),
    /** It is over by itself: nobody has to do anything any more. */
    resolved_at: instant(),
    created_at: createdAt(),
    last_at: instant().notNull(),
  },
  (t) => [
    oneOf("type", notificationTypes),
    oneOf("severity", notificationSeverities),
    oneOf("opened_from", openedFroms),
    uniqueIndex("notifications_batch").on(t.batch_id, t.position),
    index("notifications_cause").on(reader, t.cause, t.last_at),
    index("notifications_ends")
      .on(t.ends)
      .where(sql`ends is not null and resolved_at is null`),
    index("notifications_feed")
      .on(t.recipient_id, t.team_id, t.last_at, t.id)
      .where(sql`deleted_at is null`),
    index("notifications_unread")
      .on(t.recipient_id, t.team_id)
      .where(sql`read_at is null and deleted_at is null`),
  ],
);

/** What somebody chose, where that is not what everybody is told. */
export const notificationPreferences = pgTable(
  "notification_preferences",
  {
    user_id: person().notNull(),
    team_id: team(),
    type: text({ enum: preferenceKinds }).notNull(),
    channel: text({ enum: notificationChannels }).notNull(),
    wanted: boolean().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.user_id, t.team_id, t.type, t.channel] }),
    oneOf("type", preferenceKinds),
    oneOf("channel", notificationChannels),
  ],
);
