import { boolean, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { chatChannels } from "#contract/notifications/notification-words.ts";
import { createdAt, id, instant, oneOf } from "#server/platform/db/columns.ts";
import { teams } from "#server/teams/teams.table.ts";

/** Where a team's chats take messages. */
export const notificationChats = pgTable(
  "notification_chats",
  {
    id: id(),
    team_id: uuid()
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    channel: text({ enum: chatChannels }).notNull(),
    /** Whoever has the address can write there. */
    sealed_address: text().notNull(),
    host: text().notNull(),
    last_sent_at: instant(),
    /** Since when messages do not arrive, and why. */
    failed_at: instant(),
    failed_reason: text(),
    /** Its address is closed: nothing is sent there. */
    gone: boolean().notNull().default(false),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [oneOf("channel", chatChannels), uniqueIndex("notification_chats_channel").on(t.team_id, t.channel)],
);
