import { integer, pgTable, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/platform/db/columns.ts";
import { runs } from "./runs.table.ts";

/** How many runs have followed from a run that nothing but a person, a time or another service started. */
export const runDescendants = pgTable("run_descendants", {
  run_id: uuid()
    .primaryKey()
    .references(() => runs.id, { onDelete: "cascade" }),
  started: integer().notNull(),
  /** When its person was told that no more of them start. */
  told_at: instant(),
});
