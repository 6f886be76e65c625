import { integer, pgTable, uuid } from "drizzle-orm/pg-core";
import { usualRetention } from "#contract/teams/retention.ts";
import { createdAt } from "#server/platform/db/columns.ts";
import { organizations, users } from "#server/teams/teams.table.ts";

/** For how many days an organization keeps things; null: for ever. No row: nobody has chosen yet. */
export const organizationRetention = pgTable("organization_retention", {
  organization_id: uuid()
    .primaryKey()
    .references(() => organizations.id, { onDelete: "cascade" }),
  runs: integer(),
  sandboxes: integer(),
  verdicts: integer(),
  case_events: integer(),
  audit_entries: integer().default(usualRetention.audit_entries ?? 0),
  updated_by: uuid().references(() => users.id, { onDelete: "set null" }),
  updated_at: createdAt(),
});
