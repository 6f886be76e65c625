import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { NewCase } from "#contract/queues/cases.ts";
import type { RowIssue } from "#contract/queues/case-imports.ts";
import { type JobAct, caseJobOutcomes, caseJobReasons, caseJobStatuses } from "#contract/queues/case-jobs.ts";
import { id, oneOf } from "#server/platform/db/columns.ts";
import { jobColumns } from "#server/engine/jobs/job-columns.ts";
import { queues } from "#server/queues/queues/queues.table.ts";
import { users } from "#server/teams/teams.table.ts";

/** A change of many cases. Its row is its own queue entry, and is held while a portion of it is done. */
export const caseJobs = pgTable(
  "case_jobs",
  {
    id: id(),
    queue_id: uuid()
      .notNull()
      .references(() => queues.id, { onDelete: "cascade" }),
    act: jsonb().$type<JobAct>().notNull(),
    /** Of an import: the names of the columns of its file. */
    header: jsonb().$type<readonly string[]>(),
    /** Of an import: its file, by which the same one is known. */
    digest: text(),
    status: text({ enum: caseJobStatuses }).notNull(),
    total: integer().notNull(),
    done: integer().notNull().default(0),
    skipped: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    interrupted_runs: integer().notNull().default(0),
    started_by: uuid().references(() => users.id, { onDelete: "set null" }),
    ...jobColumns(),
  },
  (t) => [
    oneOf("status", caseJobStatuses),
    index("case_jobs_queue").on(t.queue_id, t.created_at, t.id),
    index("case_jobs_digest")
      .on(t.queue_id, t.digest, t.created_at)
      .where(sql`digest is not null`),
    index("case_jobs_running")
      .on(t.turn_at, t.id)
      .where(sql`status = 'running'`),
    index("case_jobs_ended")
      .on(t.ended_at)
      .where(sql`ended_at is not null`),
  ],
);

/** A case of a job, by its place in it; of an import, a row that becomes one. It outlives the case. */
export const caseJobItems = pgTable(
  "case_job_items",
  {
    job_id: uuid()
      .notNull()
      .references(() => caseJobs.id, { onDelete: "cascade" }),
    place: integer().notNull(),
    case_id: uuid(),
    title: text().notNull(),
    line: integer(),
    /** Written in the transaction that changes the case: neither stands without the other. */
    outcome: text({ enum: caseJobOutcomes }).notNull(),
    reason: text({ enum: caseJobReasons }),
  },
  (t) => [
    oneOf("outcome", caseJobOutcomes),
    oneOf("reason", caseJobReasons),
    primaryKey({ columns: [t.job_id, t.place] }),
    index("case_job_items_outcome").on(t.job_id, t.outcome, t.place),
  ],
);

/** What an import still needs of its file: the rows that wait for their turn, and those that were refused. One that became a case is gone. */
export const caseImportRows = pgTable(
  "case_import_rows",
  {
    job_id: uuid()
      .notNull()
      .references(() => caseJobs.id, { onDelete: "cascade" }),
    place: integer().notNull(),
    cells: jsonb().$type<readonly string[]>().notNull(),
    /** Places of the cells that stood in quotes; null where none did. */
    quoted: jsonb().$type<readonly number[]>(),
    new_case: jsonb().$type<NewCase>(),
    issues: jsonb().$type<readonly RowIssue[]>(),
  },
  (t) => [primaryKey({ columns: [t.job_id, t.place] })],
);
