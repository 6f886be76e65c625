import { type SQL, sql } from "drizzle-orm";
import { activeStatuses } from "#server/engine/run-state.ts";

const active = sql`${sql.param([...activeStatuses])}::text[]`;
const open = sql`('pending', 'in_progress', 'needs_input', 'postponed')`;
const undecided = sql`('not_started', 'running', 'waiting_for_input', 'waiting_for_approve')`;

/** Whether something that still goes on needs the ended run `r`: such a run stays, however old it is. */
export const hanging: SQL = sql`(
  exists (select from runs p where p.id = r.parent_run_id and p.status = any(${active}))
  or exists (select from runs c where c.parent_run_id = r.id and c.status = any(${active}))
  or exists (select from run_evaluations e where e.run_id = r.id and e.next_attempt_at is not null)
  or exists (select from webhook_deliveries d where d.run_id = r.id and d.next_attempt_at is not null)
  or exists (select from cases c where c.run_id = r.id and c.state in ${open})
  or exists (select from case_evaluations e join case_events v on v.case_id = e.case_id
    where e.case_id = r.case_queue_item_id and e.next_attempt_at is not null and v.run_id = r.id)
  or exists (select from case_approval_batches b where b.run_id = r.id and b.resolved_at is null and b.cancelled_at is null)
  or exists (select from builder_runs b where b.context_run_id = r.id and b.status in ${undecided}))`;

/**
 * The ids of all runs of the teams `mine` that {@link hanging} may hold back, with a few others. Found from what still goes on, which is little
 * where ended runs are many.
 */
export const perhapsHanging: SQL = sql`
  select c.id from mine join runs p on p.team_id = mine.id and p.status = any(${active}) join runs c on c.parent_run_id = p.id
  union select p.parent_run_id from mine join runs p on p.team_id = mine.id and p.status = any(${active})
  union select run_id from run_evaluations where next_attempt_at is not null
  union select run_id from webhook_deliveries where next_attempt_at is not null
  union select c.run_id from mine join queues q on q.team_id = mine.id join cases c on c.queue_id = q.id and c.state in ${open}
  union select v.run_id from case_evaluations e join case_events v on v.case_id = e.case_id where e.next_attempt_at is not null
  union select run_id from case_approval_batches where resolved_at is null and cancelled_at is null
  union select context_run_id from builder_runs where status in ${undecided}`;
