import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/open.ts";

const mostResults = 500;

/**
 * Removes a portion of what judges found in a team's runs and cases before so many days, in the caller's transaction. The runs and cases stay, and
 * a case keeps whether it passed. What somebody has just locked waits for the next time. Returns how many results went.
 */
export async function removeVerdicts(tx: Db, teamId: string, days: number): Promise<number> {
  const limit = sql`now() - make_interval(days => ${days}::int)`;
  return (await removeOfRuns(tx, teamId, limit)) + (await removeOfCases(tx, teamId, limit));
}

/** Runs before what was found about them: whoever ends or judges a run locks them in this order. A run may be gone before its figures. */
async function removeOfRuns(tx: Db, teamId: string, limit: SQL): Promise<number> {
  const { rows: due } = await tx.execute<{ run_id: string }>(sql`
    select e.run_id from agents a join run_evaluations e on e.agent_id = a.id
    where a.team_id = ${teamId} and e.evaluated_at < ${limit} limit ${mostResults}`);
  if (due.length === 0) return 0;
  const ids = idsOf(due.map((row) => row.run_id));
  const { rows: free } = await tx.execute<{ id: string }>(sql`
    with held as (select id from runs where id = any(${ids}) order by id for no key update skip locked)
    select id from held union all select id from unnest(${ids}) gone(id) where not exists (select from runs r where r.id = gone.id)`);
  const { rowCount } = await tx.execute(sql`
    with removed as (
      delete from run_evaluations where run_id = any(${idsOf(free.map((row) => row.id))}) and evaluated_at < ${limit} returning run_id),
    cleared as (update runs r set eval_summary = null, issue_severity = null from removed where r.id = removed.run_id)
    select from removed`);
  return rowCount ?? 0;
}

/** The cases before what was found about them, as whoever moves a case does. What an undo of an event would bring back goes with it. */
async function removeOfCases(tx: Db, teamId: string, limit: SQL): Promise<number> {
  const { rows: due } = await tx.execute<{ case_id: string }>(sql`
    select e.case_id from queues q join case_evaluations e on e.queue_id = q.id
    where q.team_id = ${teamId} and e.evaluated_at < ${limit} limit ${mostResults}`);
  if (due.length === 0) return 0;
  const { rows: free } = await tx.execute<{ id: string }>(sql`
    select id from cases where id = any(${idsOf(due.map((row) => row.case_id))}) order by id for no key update skip locked`);
  const { rowCount } = await tx.execute(sql`
    with removed as (
      delete from case_evaluations where case_id = any(${idsOf(free.map((row) => row.id))}) and evaluated_at < ${limit} returning case_id),
    forgotten as (
      update case_events v set before = before - 'evaluation' from removed
      where v.case_id = removed.case_id and jsonb_typeof(v.before -> 'evaluation') = 'object')
    select from removed`);
  return rowCount ?? 0;
}

function idsOf(ids: readonly string[]): SQL {
  return sql`${sql.param([...ids])}::uuid[]`;
}
