import { evaluationStatuses } from "#contract/runs/run.ts";
import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { Verdict } from "#contract/runs/evaluations.ts";
import { createdAt, id, instant, oneOf } from "#server/platform/db/columns.ts";
import { revisions } from "#server/agents/agents/agents.table.ts";
import { users } from "#server/teams/teams.table.ts";

export const evalRubrics = pgTable(
  "eval_rubrics",
  {
    id: id(),
    build_id: uuid()
      .notNull()
      .references(() => revisions.id, { onDelete: "cascade" }),
    /** Names the criterion over revisions: a copy for the next revision keeps it, an edit gets its own. */
    slug: text().notNull(),
    title: text().notNull(),
    description: text().notNull(),
    sort_order: integer().notNull(),
    created_by: uuid().references(() => users.id, { onDelete: "set null" }),
    created_at: createdAt(),
    deleted_at: instant(),
  },
  (t) => [
    index("eval_rubrics_active")
      .on(t.build_id, t.sort_order)
      .where(sql`deleted_at is null`),
  ],
);

/** What a judge found in a run, and until then the request to look: the row is its own queue entry. */
export const runEvaluations = pgTable(
  "run_evaluations",
  {
    /** Without a foreign key: the figures outlive a run that was removed after its time, and go with the agent. */
    run_id: uuid().primaryKey(),
    id: uuid().notNull(),
    agent_id: uuid().notNull(),
    build_id: uuid().notNull(),
    status: text({ enum: evaluationStatuses }).notNull(),
    /** Raised by every worker that takes it and by every further end of the run: a judge that was overtaken writes nothing. */
    lease: integer().notNull().default(0),
    attempt: integer().notNull().default(0),
    /** When to judge (again); null once that is done or given up. A worker moves it ahead while it is at work. */
    next_attempt_at: instant(),
    /** When the worker that is at work took it; null while none is. */
    asked_at: instant(),
    /** The fault that is being waited out, until the next worker takes it. */
    retry_reason: text(),
    verdicts: jsonb().$type<Verdict[]>().notNull().default([]),
    passed: integer().notNull().default(0),
    /** Verdicts that say passed or failed. */
    total: integer().notNull().default(0),
    final_comment: text(),
    model: text(),
    created_at: createdAt(),
    evaluated_at: instant(),
  },
  (t) => [
    oneOf("status", evaluationStatuses),
    index("run_evaluations_due")
      .on(t.next_attempt_at)
      .where(sql`next_attempt_at is not null`),
    index("run_evaluations_agent")
      .on(t.agent_id, t.evaluated_at)
      .where(sql`evaluated_at is not null`),
    index("run_evaluations_build")
      .on(t.build_id, t.evaluated_at)
      .where(sql`status = 'ready'`),
  ],
);
