import { sql } from "drizzle-orm";
import { boolean, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { refusedFor, webhookSenders } from "#contract/schedules/webhook-words.ts";
import { createdAt, id, instant, oneOf } from "#server/platform/db/columns.ts";
import { teams } from "#server/teams/teams.table.ts";

/** Where other services send their events to. */
export const webhookSources = pgTable(
  "webhook_sources",
  {
    id: id(),
    team_id: uuid()
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    name: text().notNull(),
    sender: text({ enum: webhookSenders }).notNull().default("standard"),
    enabled: boolean().notNull().default(true),
    /** What is sealed is sealed by the envelope for its own column, and opens in no other. Empty: the sender's secret is not known yet. */
    sealed_secret: text().notNull(),
    sealed_former_secret: text(),
    /** Until then the former secret signs too. */
    former_secret_until: instant(),
    refused_at: instant(),
    refused_for: text({ enum: refusedFor }),
    /** Its events are removed in portions, and then the row. */
    deleted_at: instant(),
    /** Kept when the person leaves, so it refers to nobody. */
    created_by: uuid().notNull(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    oneOf("refused_for", refusedFor),
    oneOf("sender", webhookSenders),
    index("webhook_sources_team").on(t.team_id),
    uniqueIndex("webhook_sources_named")
      .on(t.team_id, sql`lower(name collate "und-x-icu")`)
      .where(sql`deleted_at is null`),
  ],
);
