import { index, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/platform/db/columns.ts";
import { teams, users } from "#server/teams/teams.table.ts";

/** When somebody was in a team last. One row for each person and team, whatever devices they use. */
export const teamVisits = pgTable(
  "team_visits",
  {
    team_id: uuid()
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    seen_at: instant().notNull(),
    /** When the visit before this one ended. Null: there was none. */
    former_at: instant(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.team_id] }), index("team_visits_team").on(t.team_id)],
);
