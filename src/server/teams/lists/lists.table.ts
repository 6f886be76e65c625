import { sql } from "drizzle-orm";
import { index, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { ViewedList } from "#contract/list.ts";
import { createdAt, id } from "#server/platform/db/columns.ts";
import { teams, users } from "#server/teams/teams.table.ts";

const ofTeam = () =>
  uuid()
    .notNull()
    .references(() => teams.id, { onDelete: "cascade" });

export const listViews = pgTable(
  "list_views",
  {
    id: id(),
    team_id: ofTeam(),
    /** Whose list it is: the team, or the queue whose cases it shows. */
    place_id: uuid().notNull(),
    list: text().$type<ViewedList>().notNull(),
    /** Null: it is the team's. */
    owner_id: uuid().references(() => users.id, { onDelete: "cascade" }),
    name: text().notNull(),
    search: text().notNull(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    uniqueIndex("list_views_own_name")
      .on(t.place_id, t.list, t.owner_id, t.name)
      .where(sql`owner_id is not null`),
    uniqueIndex("list_views_team_name")
      .on(t.place_id, t.list, t.name)
      .where(sql`owner_id is null`),
    index("list_views_owner").on(t.owner_id),
    index("list_views_team").on(t.team_id),
  ],
);

export const listColumns = pgTable(
  "list_columns",
  {
    team_id: ofTeam(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    list: text().$type<ViewedList>().notNull(),
    hidden: text().array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.team_id, t.list] }), index("list_columns_team").on(t.team_id)],
);
