import { setTimeout as sleep } from "node:timers/promises";
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/open.ts";
import type { Peer } from "#server/engine/tools/child-runs.ts";
import type { HeldRun } from "#server/engine/log/run-record.ts";
import { ToolError } from "#server/engine/tools/tool.ts";
import type { CaseEventType } from "#contract/queues/case.ts";
import { findConsumer } from "#server/queues/queues/consumers.store.ts";
import { type CaseMove, type CaseState, isSettled, ruleOf } from "#server/queues/cases/case-state.ts";
import { noteEvents } from "#server/queues/cases/case-writes.store.ts";
import { isStopped } from "#server/queues/jobs/case-jobs.store.ts";
import type { CaseQueue } from "./case-queues.ts";

export interface OwnCase {
  readonly id: string;
  readonly queue_id: string;
  readonly title: string;
  readonly state: CaseState;
  readonly claimed_at: string | null;
  [key: string]: unknown;
}

/** The case that a run was given or has claimed, locked. Undefined when it has none, or when it was taken from it. */
async function findOwnCase(tx: Db, runId: string): Promise<OwnCase | undefined> {
  const { rows } = await tx.execute<OwnCase>(
    sql`select id, queue_id, title, state, claimed_at from cases where run_id = ${runId} for no key update`,
  );
  return rows[0];
}

/** The case that a run works on. Throws a sentence where it works on none. */
export async function requireOwnCase(tx: Db, runId: string, allowed: readonly CaseState[] = ["in_progress"]): Promise<OwnCase> {
  const own = await findOwnCase(tx, runId);
  if (!own || own.claimed_at === null)
    throw new ToolError("This run works on no case. claim_case takes one; a case that a person took back is gone for good.");
  if (!allowed.includes(own.state)) throw new ToolError(`This case is ${own.state.replace("_", " ")} already.`);
  return own;
}

/** While others hold all waiting cases, a claim looks again so often, with a rest in between. */
const looks = 100;
const restMs = 50;

const waits = sql`state = 'pending' and run_id is null`;
const fitsAgent = (agentId: string) => sql`(agent_id is null or agent_id = ${agentId}::uuid)`;

/**
 * For an update of `cases c` from `picked`: the one case that comes next out of these queues. Due postponed ones come first, then priority,
 * then age; a case that somebody else is just taking is passed over, and so is a queue that is cleared. `named`: only what was given to this agent by name.
 */
export function pickedFrom(queueIds: readonly string[], agentId: string, { named = false } = {}): SQL {
  const fits = named ? sql`agent_id = ${agentId}::uuid` : fitsAgent(agentId);
  return sql`waiting as materialized (
    select w.* from (select id from unnest(${sql.param([...queueIds])}::uuid[]) q(id) where not ${isStopped}) q cross join lateral (
      select id, postponed_to, priority, created_at from cases where queue_id = q.id and ${waits} and ${fits}
      order by postponed_to is null, priority desc, created_at, id limit 1 for update skip locked) w),
  picked as (select id from waiting order by postponed_to is null, priority desc, created_at, id limit 1)`;
}

async function isAnyFree(tx: Db, queueIds: readonly string[], agentId: string): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    select 1 from unnest(${sql.param([...queueIds])}::uuid[]) q(id)
    where exists (select from cases where queue_id = q.id and ${waits} and ${fitsAgent(agentId)}) limit 1`);
  return rowCount !== 0;
}

/**
 * Takes a case for a run: the one that it was started for, else the one that comes next. One statement, so no two runs get the same.
 * Undefined when none is waiting; while others hold all that are, it waits for one of them.
 */
export async function claimCase(tx: Db, run: HeldRun, queues: readonly CaseQueue[]): Promise<OwnCase | undefined> {
  const own = await findOwnCase(tx, run.id);
  if (own?.claimed_at) return own;
  const { rows: before } = await tx.execute(sql`select 1 from runs where id = ${run.id} and case_queue_item_id is not null`);
  if (!own && before.length > 0) throw new ToolError("A run works on one case in its life, and that of this run is no longer its own.");
  if (own && !queues.some((queue) => queue.id === own.queue_id))
    throw new ToolError("This run was started for a case of a queue that its revision takes no cases from.");
  const ids = queues.map((queue) => queue.id);
  if (own) return take(tx, run, sql`picked as (select ${own.id}::uuid as id)`);
  for (let left = looks; left > 0; left--) {
    const taken = await take(tx, run, pickedFrom(ids, run.agent_id));
    if (taken || !(await isAnyFree(tx, ids, run.agent_id))) return taken;
    await sleep(restMs);
  }
  throw new ToolError("Cases are waiting, but all of them are being changed at the moment. Call claim_case again.");
}

async function take(tx: Db, run: HeldRun, source: SQL): Promise<OwnCase | undefined> {
  const { to } = ruleOf("claim");
  const { rows } = await tx.execute<OwnCase>(sql`
    with ${source}, taken as (
      update cases c set state = ${to}, run_id = ${run.id}::uuid, claimed_at = now(), postponed_to = null, updated_at = now()
      from picked where c.id = picked.id returning c.id, c.queue_id, c.title, c.state, c.claimed_at),
    told as (${noteEvents(sql`taken`, "claimed", { runId: run.id, agentId: run.agent_id })}),
    known as (
      update runs r set case_queue_id = taken.queue_id, case_queue_item_id = taken.id, case_title = taken.title
      from taken where r.id = ${run.id})
    select * from taken`);
  return rows[0];
}

/** What a run does with its case at last. `until`: what it is postponed to. */
export async function leaveCase(
  tx: Db,
  run: HeldRun,
  move: Extract<CaseMove, "complete" | "fail" | "postpone" | "hand_over">,
  event: CaseEventType,
  { reason, until, agentId }: { reason?: string | undefined; until?: string; agentId?: string },
): Promise<OwnCase> {
  const { from, to } = ruleOf(move);
  const own = await requireOwnCase(tx, run.id, from);
  const left = isSettled(to)
    ? sql`completed_at = now(), failure = ${move === "fail" ? "reported" : null}`
    : sql`run_id = null, claimed_at = null, postponed_to = ${until ?? null}::timestamptz${agentId ? sql`, agent_id = ${agentId}::uuid, assigned_by = ${run.user_id}::uuid` : sql``}`;
  await tx.execute(sql`
    with left_case as (update cases set state = ${to}, updated_at = now(), ${left} where id = ${own.id} returning id),
    told as (${noteEvents(sql`left_case`, event, { runId: run.id, agentId: run.agent_id }, reason ?? null)})
    update runs set postponed_to = ${until ?? null}::timestamptz where id = ${run.id}`);
  return own;
}

/** Gives the case that a run works on to another agent. Returns its id, or undefined where the run works on none. */
export async function handCaseOver(tx: Db, run: HeldRun, peer: Peer, message: string): Promise<string | undefined> {
  const { rows: owned } = await tx.execute<Pick<OwnCase, "queue_id">>(
    sql`select queue_id from cases where run_id = ${run.id} and state = 'in_progress'`,
  );
  if (!owned[0]) return undefined;
  // The run before its case, as everywhere.
  await tx.execute(sql`select 1 from runs where id = ${run.id} for update`);
  const own = await requireOwnCase(tx, run.id);
  if (!(await findConsumer(tx, own.queue_id, peer.id)))
    throw new ToolError(`${peer.name} handles no cases of the queue of this case, so it cannot take it over.`);
  await leaveCase(tx, run, "hand_over", "handed_over", { reason: `To ${peer.name}: ${message}`, agentId: peer.id });
  return own.id;
}
