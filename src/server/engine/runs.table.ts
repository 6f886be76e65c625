import { severities } from "#contract/runs/evaluations.ts";
import { runStatuses } from "#contract/runs/run.ts";
import type { Failure } from "#contract/runs/failures.ts";
import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant, oneOf } from "#server/platform/db/columns.ts";
import { agents } from "#server/agents/agents/agents.table.ts";
import { teams, users } from "#server/teams/teams.table.ts";

export const runs = pgTable(
  "runs",
  {
    id: id(),
    team_id: uuid()
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    agent_id: uuid()
      .notNull()
      .references(() => agents.id),
    build_id: uuid().notNull(),
    user_id: uuid().references(() => users.id, { onDelete: "set null" }),
    status: text({ enum: runStatuses }).notNull(),
    source: text().notNull(),
    title: text().notNull(),
    run_number: integer().notNull(),
    sandbox_id: uuid(),
    webhook_url: text(),
    submitted_prompt_count: integer().notNull().default(0),
    message_count: integer().notNull().default(0),
    input_tokens: bigint({ mode: "number" }).notNull().default(0),
    output_tokens: bigint({ mode: "number" }).notNull().default(0),
    failure: jsonb().$type<Failure>(),
    /** Transient faults in a row since the last progress. */
    attempt: integer().notNull().default(0),
    next_attempt_at: instant(),
    retry_reason: text(),
    /** When the first of these faults was. */
    retrying_since: instant(),
    /** Times a code step began; a restart of the service may make it begin again, at most twice. */
    code_starts: integer().notNull().default(0),
    /** Those of them that ended because the store was away: they were no fault of the program's. */
    excused_starts: integer().notNull().default(0),
    /** Times a worker took the run since its last progress. */
    claims: integer().notNull().default(0),
    /**
     * Fencing: each worker that takes the run raises it, and every write of a worker names the value it got. A worker that lost the run
     * (stopped, expired, taken over) writes nothing.
     */
    lease: integer().notNull().default(0),
    /** Whether it is the run of a program, which needs a place in a sandbox. */
    program: boolean().notNull().default(false),
    /** The worker that holds the run, for as long as that lives. */
    worker_id: uuid(),
    /** When any worker may take the run. Null while one holds it, and while it waits for a person or another run. */
    due_at: instant().generatedAlwaysAs(sql`case when status = 'pending' then coalesce(next_attempt_at, created_at)
      when status in ('starting', 'running') and worker_id is null then next_attempt_at end`),
    /** The run that started this one, by which of its calls (none: its revision says what comes next), and what for: see `source`. */
    parent_run_id: uuid(),
    parent_call_id: text(),
    /** The first of the runs that led to this one, by handovers, cases and events. Null: nothing but a person, a time or another service did. */
    root_run_id: uuid(),
    /** Runs that wait for each other above this one, and handovers that led to it: both are bounded. */
    depth: integer().notNull().default(0),
    hops: integer().notNull().default(0),
    case_queue_id: uuid(),
    case_queue_item_id: uuid(),
    case_title: text(),
    postponed_to: instant(),
    digest_id: uuid(),
    /** Worst severity among failed rubrics, once evaluated. */
    issue_severity: text({ enum: severities }),
    eval_summary: jsonb(),
    started_at: instant(),
    completed_at: instant(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    oneOf("status", runStatuses),
    oneOf("issue_severity", severities),
    // The order of the list, and with the rest all that figures over a time ask for: they read no row.
    index("runs_team_figures").on(t.team_id, t.created_at, t.id, t.status, t.source, t.agent_id, t.user_id),
    index("runs_team_status").on(t.team_id, t.status, t.created_at, t.id),
    index("runs_team_user").on(t.team_id, t.user_id, t.created_at, t.id),
    index("runs_team_source").on(t.team_id, t.source, t.created_at, t.id),
    index("runs_agent").on(t.agent_id, t.created_at, t.id),
    index("runs_agent_status").on(t.agent_id, t.status, t.created_at, t.id),
    index("runs_queue")
      .on(t.case_queue_id, t.created_at, t.id)
      .where(sql`case_queue_id is not null`),
    index("runs_issues")
      .on(t.team_id, t.issue_severity, t.created_at, t.id)
      .where(sql`issue_severity is not null`),
    // One run for a call, and one that comes next: a repeated start cannot be stored.
    uniqueIndex("runs_parent")
      .on(t.parent_run_id, sql`coalesce(parent_call_id, '')`)
      .where(sql`parent_run_id is not null`),
    index("runs_failure")
      .on(t.team_id, sql`(failure ->> 'code')`, t.created_at, t.id)
      .where(sql`failure is not null`),
    index("runs_sandbox")
      .on(t.sandbox_id)
      .where(sql`sandbox_id is not null`),
    index("runs_digest")
      .on(t.digest_id, t.created_at, t.id)
      .where(sql`digest_id is not null`),
    // By how long ago they ended, for what is removed after a time.
    index("runs_ended")
      .on(t.team_id, t.completed_at, t.id)
      .where(sql`completed_at is not null`),
    index("runs_ended_with_files")
      .on(t.team_id, t.completed_at, t.sandbox_id)
      .where(sql`completed_at is not null and sandbox_id is not null`),
    // The dispatcher's queue, and what it has given out.
    index("runs_due")
      .on(t.program, t.team_id, t.due_at, t.id)
      .where(sql`due_at is not null`),
    index("runs_worker")
      .on(t.worker_id)
      .where(sql`worker_id is not null`),
    // Those that wait for other runs.
    index("runs_asking")
      .on(t.id)
      .where(sql`status = 'running' and worker_id is null and next_attempt_at is null`),
    // `search`, the words of title and case, and its index stand in a migration alone: no record carries them.
  ],
);

/**
 * How many runs there are by scope and status, kept by a trigger on `runs` in the writing transaction. Writers only append
 * (no row is shared, so none waits); a background step folds the rows of a scope into one. `changes` counts every change of a run
 * in the scope: two equal sums mean that nothing in between changed, which is what a cached total is checked against.
 */
export const runCounts = pgTable(
  "run_counts",
  {
    /** A team's id, or that of a team and of an agent or a person in it (`team:agent`, `team:user`): after a move an agent may have runs in two teams. */
    scope: text().notNull(),
    status: text().notNull(),
    n: bigint({ mode: "number" }).notNull(),
    changes: bigint({ mode: "number" }).notNull(),
    /** Whether it is the sum of what was appended before. */
    folded: boolean().notNull().default(false),
  },
  (t) => [
    index("run_counts_scope").on(t.scope),
    index("run_counts_appended")
      .on(t.scope)
      .where(sql`not folded`),
  ],
);
