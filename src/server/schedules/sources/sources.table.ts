import { sql } from "drizzle-orm";
import { boolean, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { refusedFor } from "#contract/schedules/webhook-words.ts";
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
    enabled: boolean().notNull().default(true),
    /** What is sealed is sealed by the envelope for its own column, and opens in no other. */
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
    index("webhook_sources_team").on(t.team_id),
    uniqueIndex("webhook_sources_named")
      .on(t.team_id, sql`lower(name collate "und-x-icu")`)
      .where(sql`deleted_at is null`),
  ],
);
