import { type SQL, sql } from "drizzle-orm";
import { ownedStatuses } from "#contract/queues/case.ts";
import { newId } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { type CaseMove, type CaseState, openStates, ruleOf } from "./case-state.ts";
import { type MoveOptions, moveCases } from "./case-writes.store.ts";

/** What happens to a case without bringing it anywhere. */
const harmless = ["updated", "human_request_created", "human_request_answered"];

/**
 * Moves a case that the caller holds, and keeps beside the event what the move takes from it. Returns false where the move means nothing;
 * without an id where a run has the case: what that run was doing does not come back.
 */
export async function moveUndoably(
  db: Db,
  caseId: string,
  move: CaseMove,
  { event, reason = null, ...options }: MoveOptions & { event: string },
): Promise<false | { undoEventId: string | null }> {
  const { rows } = await db.execute<{ state: CaseState; before: object }>(sql`
    select c.state, jsonb_build_object('state', c.state, 'run_id', c.run_id, 'claimed_at', c.claimed_at, 'completed_at', c.completed_at, 'failure', c.failure,
      'postponed_to', c.postponed_to, 'passed', c.passed, 'after', ${ruleOf(move).to}::text, 'evaluation', to_jsonb(e)) as before
    from cases c left join case_evaluations e on e.case_id = c.id where c.id = ${caseId}`);
  if ((await moveCases(db, sql`c.id = ${caseId}`, move, options)).length === 0) return false;
  const undoable = rows[0] && !ownedStatuses.includes(rows[0].state);
  const id = newId();
  await db.execute(sql`
    insert into case_events (id, case_id, type, reason, user_id, before)
    values (${id}, ${caseId}, ${event}, ${reason}, ${options.doer.userId ?? null}, ${undoable ? JSON.stringify(rows[0]?.before) : null}::jsonb)`);
  return { undoEventId: undoable ? id : null };
}

export interface UndoableEvent {
  readonly before: { readonly state: CaseState; readonly after: CaseState } | null;
  /** The case is as the event left it, but for its title, data, priority and labels. */
  readonly last: boolean;
}

/** An event of a case that the caller holds. */
export async function findUndoable(db: Db, caseId: string, eventId: string): Promise<UndoableEvent | undefined> {
  const { rows } = await db.execute<UndoableEvent & Record<string, unknown>>(sql`
    select e.before, c.run_id is null and c.state = e.before->>'after' and not exists (
      select 1 from case_events l where l.case_id = c.id and l.seq > e.seq and l.type <> all(${sql.param(harmless)}::text[])) as last
    from case_events e join cases c on c.id = e.case_id where e.id = ${eventId} and e.case_id = ${caseId}`);
  return rows[0];
}

/**
 * Gives a case back what an event took from it, and notes that. A case that is open again is free: the run that it was dispatched to was
 * interrupted.
 */
export async function undoEvent(db: Db, caseId: string, eventId: string, userId: string | null): Promise<void> {
  const before = sql`(select before from case_events where id = ${eventId})`;
  await db.execute(sql`
    update cases c set state = b.state, updated_at = now(), completed_at = b.completed_at, failure = b.failure, postponed_to = b.postponed_to,
      run_id = case when b.open then null else b.run_id end, claimed_at = case when b.open then null else b.claimed_at end
    from (select r.*, r.state = any(${sql.param([...openStates])}::text[]) as open from jsonb_populate_record(null::cases, ${before}) r) b
    where c.id = ${caseId}`);
  await restoreEvaluation(db, caseId, before);
  // After the state: a change of the state forgets it.
  await db.execute(
    sql`update cases set passed = (${before}->>'passed')::boolean where id = ${caseId} and ${before}->>'passed' is not null`,
  );
  await db.execute(sql`
    with undone as (update case_events set undone_at = now() where id = ${eventId} returning case_id, before->>'state' as state)
    insert into case_events (case_id, type, reason, user_id) select case_id, 'undone', state, ${userId}::uuid from undone`);
}

/** Puts back what judges had found. A judge that looks at the case now was overtaken, so the lease is above any that was given. */
async function restoreEvaluation(db: Db, caseId: string, before: SQL): Promise<void> {
  const { rows } = await db.execute<{ lease: number }>(sql`delete from case_evaluations where case_id = ${caseId} returning lease`);
  await db.execute(sql`
    insert into case_evaluations
    select (jsonb_populate_record(null::case_evaluations, e || jsonb_build_object(
      'queue_id', (select queue_id from cases where id = ${caseId}),
      'asked_at', null, 'retry_reason', null,
      'lease', greatest(${rows[0]?.lease ?? 0}, (e->>'lease')::int) + 1,
      'next_attempt_at', case when e->>'status' = 'in_progress' then now() end))).*
    from (select ${before}->'evaluation' as e) b where jsonb_typeof(e) = 'object'`);
}
