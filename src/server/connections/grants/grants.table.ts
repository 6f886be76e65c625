import { index, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { connections } from "#server/connections/connections/connections.table.ts";
import { createdAt } from "#server/platform/db/columns.ts";
import { organizations, teams, users } from "#server/teams/teams.table.ts";

/** Which other teams of its organization use a connection that is shared with its own. */
export const connectionGrants = pgTable(
  "connection_grants",
  {
    connection_id: uuid()
      .notNull()
      .references(() => connections.id, { onDelete: "cascade" }),
    team_id: uuid()
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    granted_by: uuid().references(() => users.id, { onDelete: "set null" }),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.connection_id, t.team_id] }),
    index("connection_grants_team").on(t.team_id),
    index("connection_grants_by").on(t.granted_by),
  ],
);

/** Organizations whose teams may use connections of each other. Without a row no grant counts. */
export const connectionSharing = pgTable("connection_sharing", {
  organization_id: uuid()
    .primaryKey()
    .references(() => organizations.id, { onDelete: "cascade" }),
  created_at: createdAt(),
});
