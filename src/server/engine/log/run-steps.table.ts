import { index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant } from "#server/platform/db/columns.ts";
import { runs } from "#server/engine/runs.table.ts";

/** The steps of its instructions that a run has said to be at, in their order. */
export const runSteps = pgTable(
  "run_steps",
  {
    run_id: uuid()
      .notNull()
      .references(() => runs.id, { onDelete: "cascade" }),
    /** From 0 without gaps. */
    position: integer().notNull(),
    step_id: text().notNull(),
    /** That of the run: which runs did a step is asked agent by agent. */
    agent_id: uuid().notNull(),
    started_at: createdAt(),
    /** When the next one started, or the run ended, for now if it goes on later. Null while the run is at it. */
    ended_at: instant(),
  },
  (t) => [primaryKey({ columns: [t.run_id, t.position] }), index("run_steps_agent").on(t.agent_id, t.step_id, t.started_at, t.run_id)],
);
