import { type SQL, sql } from "drizzle-orm";

/** Whether retention may remove the history of the case `c` that was closed before `limit`: a judge that still has to look at it reads it. */
export function historyOver(limit: SQL): SQL {
  return sql`(c.completed_at < ${limit} and c.has_history
    and not exists (select from case_evaluations e where e.case_id = c.id and e.next_attempt_at is not null))`;
}

/** Whether the event `v` of the closed case `c` is removed with its history. What says why a case failed stays with the case. */
export const removable: SQL = sql`(c.state <> 'failed' or v.id is distinct from (
  select l.id from case_events l where l.case_id = c.id and l.type in ('failed', 'status_changed') and l.undone_at is null order by l.seq desc limit 1))`;
