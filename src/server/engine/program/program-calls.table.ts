import { boolean, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { runs } from "#server/engine/runs.table.ts";

/** What a program of a run was answered by calls that the run's messages do not show. A run that has ended has none. */
export const programCalls = pgTable(
  "program_calls",
  {
    run_id: uuid()
      .notNull()
      .references(() => runs.id, { onDelete: "cascade" }),
    /** The `run_python` call whose program this is; empty for the program of a code step. */
    tool_call_id: text().notNull(),
    /** From 0 without gaps. */
    position: integer().notNull(),
    /** Whether it was to change something. */
    changes: boolean().notNull(),
    /** The call for people, as in `memory.write count.md`. */
    name: text().notNull(),
    /** SHA-256 of method and parameters. */
    request: text().notNull(),
    /** `{"value": …}` or `{"error": "…"}` as JSON. */
    answer: text().notNull(),
    /** How many times in a row the same was asked and answered. */
    times: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.run_id, t.tool_call_id, t.position] })],
);
