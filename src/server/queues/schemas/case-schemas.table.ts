import { index, integer, json, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import type { CaseSchema } from "#contract/queues/case-schema.ts";
import { createdAt, id } from "#server/platform/db/columns.ts";
import { teams, users } from "#server/teams/teams.table.ts";

/** What queues share: a document that goes on from version to version. */
export const caseSchemaFamilies = pgTable(
  "case_schema_families",
  {
    id: id(),
    team_id: uuid()
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    /** When the last version was made. */
    changed_at: createdAt(),
  },
  (t) => [index("case_schema_families_team").on(t.team_id, t.changed_at, t.id)],
);

/** A version. It never changes: cases name the one that their data fits. */
export const caseSchemas = pgTable(
  "case_schemas",
  {
    id: id(),
    family_id: uuid()
      .notNull()
      .references(() => caseSchemaFamilies.id, { onDelete: "cascade" }),
    version: integer().notNull(),
    /** `json` keeps the order of the fields, which is the order of the form. */
    schema: json().$type<CaseSchema>().notNull(),
    change_summary: text().notNull(),
    created_by: uuid().references(() => users.id, { onDelete: "set null" }),
    created_at: createdAt(),
  },
  (t) => [unique("case_schemas_version").on(t.family_id, t.version)],
);
