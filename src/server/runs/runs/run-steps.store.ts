import { type SQL, sql } from "drizzle-orm";
import { type RunStep, startStepName } from "#contract/runs/run-steps.ts";
import { withInstants } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";

/**
 * Steps of runs, each with how long people took within it, and whether the run failed at it: `run_id`, `position`, `step_id`, `started_at`, `ended_at`,
 * `waited_ms`, `failed`. Requests that were open at the same time count once. `which`: a condition on `s`, the rows of `run_steps`, and `r`, their runs.
 */
export function stepTimes(which: SQL): SQL {
  return sql`
    select s.run_id, s.position, s.step_id, s.started_at, s.ended_at, coalesce(waits.ms, 0)::float8 as waited_ms,
      r.status = 'failed' and not exists (select 1 from run_steps l where l.run_id = s.run_id and l.position > s.position) as failed
    from run_steps s join runs r on r.id = s.run_id
    left join lateral (
      select round(sum(extract(epoch from upper(w) - lower(w))) * 1000) as ms from (
        select unnest(range_agg(tstzrange(greatest(since, s.started_at), greatest(since, least(until, s.ended_at))))) as w from (
          select created_at as since, coalesce(responded_at, cancelled_at) as until from human_requests where run_id = s.run_id
          union all
          select created_at, coalesce(resolved_at, cancelled_at) from case_approval_batches where run_id = s.run_id) asked
        where until > s.started_at and since < coalesce(s.ended_at, 'infinity')) spans) waits on true
    where ${which}`;
}

/** Where the transcript of a run says that it is at a step, by the names of columns: the last call before it was kept. */
export function startedIn(runId: SQL, stepId: SQL, startedAt: SQL): SQL {
  return sql`(
    select max(m.seq) from run_messages m where m.run_id = ${runId} and m.type = 'tool_call' and m.tool_name = ${startStepName}
      and m.tool_arguments ->> 'step_id' = ${stepId} and m.created_at <= ${startedAt})`;
}

/** The steps that a run came to, in their order. */
export async function stepsOfRun(db: Db, runId: string): Promise<RunStep[]> {
  const { rows } = await db.execute<RunStep & Record<string, unknown>>(sql`
    select t.step_id, t.started_at, t.ended_at, t.waited_ms, t.failed,
      ${startedIn(sql`t.run_id`, sql`t.step_id`, sql`t.started_at`)} as message_offset
    from (${stepTimes(sql`s.run_id = ${runId}`)}) t order by t.position`);
  return rows.map((row) => withInstants(row, "started_at", "ended_at"));
}
