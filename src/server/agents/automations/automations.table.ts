import { sql } from "drizzle-orm";
import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "#server/platform/db/columns.ts";
import { teams, users } from "#server/teams/teams.table.ts";

export const automations = pgTable(
  "automations",
  {
    id: id(),
    team_id: uuid()
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    name: text().notNull(),
    created_by: uuid().references(() => users.id, { onDelete: "set null" }),
    created_at: createdAt(),
    updated_at: createdAt(),
    /** Members that went with it carry the same instant, by which a restoration finds them. */
    deleted_at: instant(),
  },
  (t) => [
    index("automations_team")
      .on(t.team_id, t.updated_at, t.id)
      .where(sql`deleted_at is null`),
    index("automations_deleted")
      .on(t.team_id, t.deleted_at, t.id)
      .where(sql`deleted_at is not null`),
  ],
);
