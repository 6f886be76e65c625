import { sql } from "drizzle-orm";
import { waitsSql } from "#server/runs/runs/run-figures.ts";
import type { Db } from "#server/platform/db/open.ts";
import { countedRuns, type Measured } from "./cases.store.ts";
import { fewestCases } from "./verdict.ts";

/** What runs did at a step of their instructions. */
export interface StepFigures {
  readonly step_id: string;
  readonly runs: number;
  /** Medians in minutes, each of at least so many runs as say something. */
  readonly minutes: number | null;
  readonly waits: number;
  readonly waited: number | null;
}

/** Of more of the latest runs than these the steps are not looked at. */
const mostRuns = 1_000;

/** A step that a run came to again is one stay in it. The time in which people were asked is apart. */
export async function listStepFigures(db: Db, of: Measured): Promise<StepFigures[]> {
  const waits = sql.raw(waitsSql("select id from picked", "select id from picked"));
  const ms = (ranges: string) =>
    sql.raw(`(select coalesce(sum(extract(epoch from upper(w) - lower(w))), 0)::float8 from unnest(${ranges}) w)`);
  const median = (of_: string, where: string, n: string) =>
    sql.raw(`case when ${n} >= ${fewestCases} then percentile_cont(0.5) within group (order by ${of_}) filter (where ${where}) / 60 end`);
  const { rows } = await db.execute<Record<string, unknown> & StepFigures>(sql`
    with picked as (select r.id, coalesce(r.completed_at, r.updated_at) as ended from ${countedRuns(of)}
        and r.status in ('completed', 'failed', 'interrupted') order by r.created_at desc, r.id desc limit ${mostRuns}),
      stays as (select s.run_id, s.step_id, range_agg(tstzrange(s.started_at, greatest(s.started_at, coalesce(s.ended_at, p.ended)))) as stay
        from picked p join run_steps s on s.run_id = p.id group by s.run_id, s.step_id),
      timed as materialized (select step_id, ${ms("stay")} as whole, ${ms("stay * coalesce(waits, '{}')")} as waited
        from stays left join (${waits}) w using (run_id))
    select step_id, count(*)::int as runs, ${median("whole - waited", "true", "count(*)")} as minutes,
      count(*) filter (where waited > 0)::int as waits, ${median("waited", "waited > 0", "count(*) filter (where waited > 0)")} as waited
    from timed group by step_id`);
  return rows;
}
