import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { chatChannels } from "#contract/notifications/notification-words.ts";
import { createdAt, id, instant, oneOf } from "#server/platform/db/columns.ts";
import type { MailWords } from "#server/platform/mail/mail-text.ts";
import type { ChatWords } from "#server/notifications/chats/chat-text.ts";
import { teams, users } from "#server/teams/teams.table.ts";
import { notificationBatches } from "#server/notifications/notifications.table.ts";

const channels = ["email", ...chatChannels] as const;

/**
 * A batch on its way to somebody. Each batch takes each way once: what happens after it was written is another batch. Without a batch it is an
 * email of what waits for its reader.
 */
export const notificationDeliveries = pgTable(
  "notification_deliveries",
  {
    id: id(),
    batch_id: uuid().references(() => notificationBatches.id, { onDelete: "cascade" }),
    team_id: uuid()
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    /** Null: for everybody in the team's chat. */
    recipient_id: uuid().references(() => users.id, { onDelete: "cascade" }),
    channel: text({ enum: channels }).notNull(),
    /** When it is due; null once it was sent, was not needed or was given up. */
    next_attempt_at: instant(),
    attempts: integer().notNull().default(0),
    /** Written before the first try, and the same for each. */
    message_id: text(),
    words: jsonb().$type<MailWords | ChatWords>(),
    sent_at: instant(),
    /** When a try failed first and why the last one did. */
    failed_at: instant(),
    failed_reason: text(),
    created_at: createdAt(),
  },
  (t) => [
    oneOf("channel", channels),
    uniqueIndex("notification_deliveries_batch").on(t.batch_id, t.channel),
    index("notification_deliveries_due")
      .on(t.next_attempt_at)
      .where(sql`next_attempt_at is not null`),
    index("notification_deliveries_latest").on(t.recipient_id, t.team_id, t.created_at),
  ],
);
