import { sql } from "drizzle-orm";
import type { ClarityStepRun } from "#contract/clarity/step-runs.ts";
import { withInstants } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { inSnapshot } from "#server/platform/db/snapshot.ts";
import type { RunScope } from "#server/runs/runs/run-page.ts";
import { startedIn, stepTimes } from "#server/runs/runs/run-steps.store.ts";

interface StepRunQuery {
  readonly processId: string;
  readonly step_id: string;
  /** Only those that failed at the step. */
  readonly failed: boolean;
  readonly limit: number;
  readonly offset: number;
}

interface StepRunPage {
  runs: ClarityStepRun[];
  total: number;
  failed_total: number;
}

/** Runs of the agents that were built from a process which came to one of its steps. */
export function listStepRuns(db: Db, { teamId, userId }: RunScope, query: StepRunQuery): Promise<StepRunPage> {
  const { processId, step_id, failed, limit, offset } = query;
  const did = sql`
    select s.run_id, max(s.started_at) as last_at, bool_or(r.status = 'failed' and not exists (
      select 1 from run_steps l where l.run_id = s.run_id and l.position > s.position)) as failed
    from run_steps s join runs r on r.id = s.run_id
    where s.agent_id in (select agent_id from clarity_automations where process_id = ${processId}) and s.step_id = ${step_id}
      and r.team_id = ${teamId} and (${userId}::uuid is null or r.user_id = ${userId}::uuid)
    group by s.run_id`;
  return inSnapshot(db, async (at) => {
    const counted = await at.execute<{ total: number; failed: number }>(
      sql`select count(*)::int as total, count(*) filter (where failed)::int as failed from (${did}) did`,
    );
    const { total = 0, failed: failedTotal = 0 } = counted.rows[0] ?? {};
    const { rows } = await at.execute<ClarityStepRun & Record<string, unknown>>(sql`
      with page as (
        select * from (${did}) did where ${failed ? sql`did.failed` : sql`true`} order by last_at desc, run_id desc limit ${limit} offset ${offset}),
      took as (
        select run_id, count(*)::int as times, sum(waited_ms) as waited_ms,
          case when bool_and(ended_at is not null) then
            greatest(0, round(sum(extract(epoch from ended_at - started_at)) * 1000) - sum(waited_ms)) end::float8 as took_ms
        from (${stepTimes(sql`s.run_id in (select run_id from page) and s.step_id = ${step_id}`)}) t group by run_id)
      select p.run_id, r.run_number, r.title, r.agent_id, a.name as agent_name, r.status, p.failed, p.last_at as started_at,
        t.times, t.took_ms, t.waited_ms, ${startedIn(sql`p.run_id`, sql`${step_id}`, sql`p.last_at`)} as message_offset
      from page p join took t on t.run_id = p.run_id join runs r on r.id = p.run_id join agents a on a.id = r.agent_id
      order by p.last_at desc, p.run_id desc`);
    return { runs: rows.map((row) => withInstants(row, "started_at")), total: failed ? failedTotal : total, failed_total: failedTotal };
  });
}
