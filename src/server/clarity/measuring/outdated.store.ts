import { sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/open.ts";
import { countedFrom, endedStatuses, succeeded } from "./cases.store.ts";

/** Of more of the latest runs than these, nobody counts failures for a list. */
const mostRuns = 1_000;

/** How many cases the agents of processes failed after the newest capture, by process. Those of which no agent is live are left out. */
export async function failuresSinceEvidence(db: Db, processIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (processIds.length === 0) return new Map();
  const { rows } = await db.execute<{ process_id: string; failures: number }>(sql`
    with handed as (
      select distinct on (m.process_id) m.process_id, m.agent_id from clarity_automations m
        join clarity_processes p on p.id = m.process_id
        join agents a on a.id = m.agent_id and a.team_id = p.team_id and a.deleted_at is null
      where m.process_id = any(${sql.param([...processIds])}::uuid[]) order by m.process_id, m.created_at desc, m.id desc),
    live as (
      select h.*, (select min(b.first_live_at) from clarity_automations m join revisions b on b.id = m.build_id
          where m.process_id = h.process_id and m.agent_id = h.agent_id) as since,
        (select max(c.created_at) from clarity_captures c where c.process_id = h.process_id and c.status = 'complete') as evidence
      from handed h)
    select h.process_id, (
      with picked as (
        select r.id, coalesce(r.case_queue_item_id, r.id) as unit, r.case_queue_item_id as case_id, r.status, r.eval_summary,
          row_number() over (order by r.created_at desc, r.id desc) as place
        from ${countedFrom} where r.agent_id = h.agent_id and r.created_at >= h.since and r.created_at > h.evidence
        order by r.created_at desc, r.id desc limit ${mostRuns}),
      sums as (select unit, min(place) as last, bool_or(status not in ${endedStatuses}) as active from picked group by unit)
      select count(*)::int from sums s join picked l on l.place = s.last
        left join cases c on c.id = l.case_id left join case_evaluations e on e.case_id = c.id where ${succeeded} = false) as failures
    from live h where h.since is not null and h.evidence is not null`);
  return new Map(rows.map(({ process_id, failures }) => [process_id, failures]));
}
