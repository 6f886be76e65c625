import { sql } from "drizzle-orm";
import type { FailedCase } from "#contract/clarity/achieved.ts";
import { isoInstant } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";

type Known = Omit<FailedCase, "step_id">;

/** A verdict against it, the gravest first. */
const against = (verdicts: string) => sql`(select v ->> 'title' || ': ' || (v ->> 'reason')
  from jsonb_array_elements(${sql.raw(verdicts)}) v where v ->> 'passed' = 'false'
  order by array_position(array['critical', 'medium', 'low'], v ->> 'severity') limit 1)`;
/** What its run said when it failed its case. */
const said = sql`(select h.reason from case_events h where h.case_id = r.case_queue_item_id and h.type = 'failed' order by h.seq desc limit 1)`;

/** Failed cases by their last runs, in the order of the ids. */
export async function readFailures(db: Db, runIds: readonly string[]): Promise<Known[]> {
  if (runIds.length === 0) return [];
  const { rows } = await db.execute<Record<string, unknown> & Known>(sql`
    select r.id as run_id, coalesce(r.case_title, r.title) as title, r.run_number, coalesce(r.completed_at, r.updated_at) as ended_at,
      left(coalesce(r.failure ->> 'message', ${said}, ${against("v.verdicts")}, ${against("e.verdicts")}), 1000) as cause
    from unnest(${sql.param([...runIds])}::uuid[]) with ordinality f(id, place) join runs r on r.id = f.id
      left join run_evaluations v on v.run_id = r.id left join case_evaluations e on e.case_id = r.case_queue_item_id
    order by f.place`);
  return rows.map((row) => ({ ...row, ended_at: isoInstant(row.ended_at) }));
}

/** The step that each of these runs was at last, where it said so. */
export async function lastSteps(db: Db, runIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (runIds.length === 0) return new Map();
  const { rows } = await db.execute<{ run_id: string; step_id: string }>(sql`
    select distinct on (run_id) run_id, step_id from run_steps where run_id = any(${sql.param([...runIds])}::uuid[])
    order by run_id, position desc`);
  return new Map(rows.map(({ run_id, step_id }) => [run_id, step_id]));
}
