import { rubricSources } from "#contract/queues/queue-rubrics.ts";
import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { Verdict } from "#contract/runs/evaluations.ts";
import { type EvalSummary, evaluationStatuses } from "#contract/runs/run.ts";
import type { Output } from "#contract/zod.ts";
import { createdAt, id, instant, oneOf } from "#server/platform/db/columns.ts";
import { cases } from "#server/queues/cases/cases.table.ts";
import { queues } from "#server/queues/queues/queues.table.ts";
import { users } from "#server/teams/teams.table.ts";

/** The version of a queue that its rubrics are of: the live revisions that were connected when it began. */
export const queueVersions = pgTable("queue_versions", {
  queue_id: uuid()
    .primaryKey()
    .references(() => queues.id, { onDelete: "cascade" }),
  version: integer().notNull(),
  /** Ordered. */
  build_ids: uuid().array().notNull(),
  /** Until when one worker has the task of making rubrics: whoever finds another value there was overtaken and writes nothing. */
  generating_until: instant(),
  created_at: createdAt(),
});

export const queueRubrics = pgTable(
  "queue_rubrics",
  {
    id: id(),
    queue_id: uuid()
      .notNull()
      .references(() => queues.id, { onDelete: "cascade" }),
    slug: text().notNull(),
    title: text().notNull(),
    description: text().notNull(),
    source: text({ enum: rubricSources }).notNull(),
    sort_order: integer().notNull(),
    created_by: uuid().references(() => users.id, { onDelete: "set null" }),
    created_at: createdAt(),
    deleted_at: instant(),
  },
  (t) => [
    oneOf("source", rubricSources),
    index("queue_rubrics_active")
      .on(t.queue_id, t.sort_order)
      .where(sql`deleted_at is null`),
  ],
);

/** What a judge found in a case, and until then the request to look. Triggers on `cases` write the requests. */
export const caseEvaluations = pgTable(
  "case_evaluations",
  {
    case_id: uuid()
      .primaryKey()
      .references(() => cases.id, { onDelete: "cascade" }),
    /** Of the case, which never changes it: what is past its time is found by queue. */
    queue_id: uuid().notNull(),
    status: text({ enum: evaluationStatuses }).notNull(),
    /** Raised by every worker that takes it and by every further end of the case: a judge that was overtaken writes nothing. */
    lease: integer().notNull().default(0),
    attempt: integer().notNull().default(0),
    /** When to judge (again); null once that is done or given up. A worker moves it ahead while it is at work. */
    next_attempt_at: instant(),
    /** When the worker that is at work took it; null while none is. */
    asked_at: instant(),
    /** The fault that is being waited out, until the next worker takes it. */
    retry_reason: text(),
    verdicts: jsonb().$type<Verdict[]>().notNull().default([]),
    /** What lists of cases show of it; null until it is done. */
    summary: jsonb().$type<Output<typeof EvalSummary>>(),
    model: text(),
    created_at: createdAt(),
    evaluated_at: instant(),
  },
  (t) => [
    oneOf("status", evaluationStatuses),
    index("case_evaluations_due")
      .on(t.next_attempt_at)
      .where(sql`next_attempt_at is not null`),
    index("case_evaluations_judged")
      .on(t.queue_id, t.evaluated_at)
      .where(sql`evaluated_at is not null`),
  ],
);
