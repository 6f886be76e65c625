import { type SQL, sql } from "drizzle-orm";
import { maxMeasuredRuns } from "#contract/clarity/achieved.ts";
import { terminalStatuses } from "#contract/runs/run.ts";
import { waitedSql } from "#server/runs/runs/run-figures.ts";
import { isoInstant } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";

/** A case with all runs of the agent that worked on it, or a run without a case. */
export interface MeasuredCase {
  /** Its last run. */
  readonly run_id: string;
  readonly of_case: boolean;
  readonly runs: number;
  readonly came: string;
  /** When its last run started. */
  readonly last: string;
  /** When its last run ended; null while one is under way. */
  readonly ended: string | null;
  /** Null: it is under way, or a person stopped it. */
  readonly succeeded: boolean | null;
  /** Whether the run itself, or the agent, said that it failed, and no judge did afterwards. */
  readonly gave_up: boolean;
  /** The agent's own time, and how long it waited for people, in milliseconds. Null: no run of it started and ended. */
  readonly own_ms: number | null;
  readonly waited_ms: number;
}

export interface Measured {
  readonly agentId: string;
  readonly since: string;
  /** Of this revision only. */
  readonly buildId?: string | undefined;
}

/** Of runs that came to an end. */
export const endedStatuses = sql.raw(`(${terminalStatuses.map((status) => `'${status}'`).join(", ")})`);

/** The runs that count: those that were started once their revision had been live. A test of a draft is none of them. */
export const countedFrom = sql`runs r join revisions b on b.id = r.build_id and b.first_live_at <= r.created_at`;
export const countedRuns = ({ agentId, since, buildId }: Measured): SQL =>
  sql`${countedFrom} where r.agent_id = ${agentId} and r.created_at >= ${since}::timestamptz${buildId === undefined ? sql`` : sql` and r.build_id = ${buildId}`}`;

/**
 * Whether a case came to a good end. What failed, failed. Of the others an evaluation has the word: that of the run and that of the case, each where there
 * is one. Without any, the case is completed, or the run where it has no case.
 */
export const succeeded = sql`case
  when s.active or l.status = 'interrupted' then null
  when l.status = 'failed' or c.state = 'failed' then false
  when c.id is not null and c.state <> 'completed' then null
  when l.eval_summary ->> 'status' = 'in_progress' or e.status = 'in_progress' then null
  else coalesce(case when l.eval_summary ->> 'status' = 'ready' and (l.eval_summary ->> 'total')::float8 > 0
      then l.eval_summary ->> 'passed' = l.eval_summary ->> 'total' end, true) and coalesce(c.passed, true) end`;

/** The latest cases first. Of the latest runs only, as many as are measured: `truncated` says that there are more. */
export async function listMeasuredCases(db: Db, of: Measured): Promise<{ cases: MeasuredCase[]; truncated: boolean }> {
  const waits = sql.raw(waitedSql("select id from picked", "select id from picked"));
  const own = sql`greatest(0, extract(epoch from coalesce(p.completed_at, p.updated_at) - p.started_at)::float8 * 1000 - coalesce(w.ms, 0))`;
  const { rows } = await db.execute<Record<string, unknown> & MeasuredCase>(sql`
    with picked as (
      select r.id, coalesce(r.case_queue_item_id, r.id) as unit, r.case_queue_item_id as case_id, r.status, r.eval_summary, r.created_at,
        r.started_at, r.completed_at, r.updated_at, row_number() over (order by r.created_at desc, r.id desc) as place
      from ${countedRuns(of)} order by r.created_at desc, r.id desc limit ${maxMeasuredRuns}),
    sums as (
      select p.unit, count(*)::int as runs, min(p.created_at) as came, max(coalesce(p.completed_at, p.updated_at)) as ended, min(p.place) as last,
        bool_or(p.status not in ${endedStatuses}) as active, sum(case when p.started_at is not null then ${own} end) as own_ms,
        coalesce(sum(w.ms), 0) as waited_ms
      from picked p left join (${waits}) w on w.run_id = p.id group by p.unit)
    select l.id as run_id, l.case_id is not null as of_case, s.runs, s.came, l.created_at as last, case when not s.active then s.ended end as ended,
      ${succeeded} as succeeded, l.status = 'failed' or coalesce(c.state = 'failed', false) as gave_up,
      case when not s.active then s.own_ms end as own_ms, s.waited_ms::float8 as waited_ms
    from sums s join picked l on l.place = s.last
      left join cases c on c.id = l.case_id left join case_evaluations e on e.case_id = c.id
    order by s.came desc, l.id desc`);
  const cases = rows.map((row) => ({
    ...row,
    came: isoInstant(row.came),
    last: isoInstant(row.last),
    ended: row.ended && isoInstant(row.ended),
  }));
  return { cases, truncated: cases.reduce((all, { runs }) => all + runs, 0) >= maxMeasuredRuns };
}
