import { sql } from "drizzle-orm";
import { pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { authMethods } from "#contract/connections/connection-words.ts";
import { createdAt, id, oneOf } from "#server/platform/db/columns.ts";
import { teams } from "#server/teams/teams.table.ts";

/** Kinds of integration that a team has added to its catalog. */
export const customIntegrations = pgTable(
  "custom_integrations",
  {
    id: id(),
    team_id: uuid()
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    name: text().notNull(),
    auth_method: text({ enum: authMethods }).notNull(),
    server_url: text().notNull(),
    oauth_client_id: text(),
    /** Sealed by the envelope. */
    sealed_client_secret: text(),
    /** Kept when the person leaves, so it refers to nobody. */
    created_by: uuid().notNull(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    oneOf("auth_method", authMethods),
    uniqueIndex("custom_integrations_named").on(t.team_id, sql`lower(${t.name} collate "und-x-icu")`),
    uniqueIndex("custom_integrations_url").on(t.team_id, t.server_url),
  ],
);
