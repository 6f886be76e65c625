import { type SQL, and, inArray, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/open.ts";
import { runs } from "#server/engine/runs.table.ts";
import { type Control, interruptRuns } from "#server/engine/control/control.ts";
import type { RunRecord } from "#server/engine/log/run-record.ts";
import { asksChanged } from "#server/engine/end-run.ts";
import { activeStatuses } from "#server/engine/run-state.ts";
import type { EngineContext } from "#server/engine/engine-port.ts";
import type { CaseState } from "./case-state.ts";

export interface HeldCase {
  readonly id: string;
  readonly state: CaseState;
  readonly run_id: string | null;
}

/** Cases that nobody else can change until the transaction ends, and the active runs that work on them, held as well. */
export interface HeldCases {
  readonly cases: readonly HeldCase[];
  readonly owners: readonly RunRecord[];
}

const active = sql.param([...activeStatuses]);

/**
 * Locks the cases that fit a condition on `cases c`, and the active runs that own them. A run locks itself before its case, so runs come
 * first here too; a case that a run claims meanwhile is found by the next round. The caller holds the queue, which lets one of these in at
 * a time.
 */
export async function holdCases(db: Db, which: SQL): Promise<HeldCases> {
  const owners: RunRecord[] = [];
  for (;;) {
    const held = sql.param(owners.map((run) => run.id));
    const { rows } = await db.execute<{ id: string }>(sql`
      select distinct r.id from cases c join runs r on r.id = c.run_id
      where (${which}) and r.status = any(${active}::text[]) and r.id <> all(${held}::uuid[])`);
    if (rows.length > 0)
      owners.push(
        ...(await lockRuns(
          db,
          rows.map((row) => row.id),
        )),
      );
    const known = sql.param(owners.map((run) => run.id));
    const { rows: cases } = await db.execute<HeldCase & Record<string, unknown>>(sql`
      select c.id, c.state, c.run_id from cases c where (${which}) and (c.run_id is null or c.run_id = any(${known}::uuid[])
        or not exists (select 1 from runs r where r.id = c.run_id and r.status = any(${active}::text[]))) order by c.id for update of c`);
    const { rows: left } = await db.execute(sql`
      select 1 from cases c join runs r on r.id = c.run_id
      where (${which}) and r.status = any(${active}::text[]) and r.id <> all(${known}::uuid[]) limit 1`);
    if (left.length === 0) return { cases, owners };
  }
}

async function lockRuns(db: Db, ids: readonly string[]): Promise<RunRecord[]> {
  return db
    .select()
    .from(runs)
    .where(and(inArray(runs.id, [...ids]), inArray(runs.status, [...activeStatuses])))
    .orderBy(runs.id)
    .for("update");
}

/** What interrupting runs takes beside the runs. */
export interface Interrupts {
  readonly db: Db;
  readonly control: Control;
  afterCommit(effect: () => void): void;
}

/** Interrupts held runs, once what they worked on is no longer theirs. Returns their ids. */
export async function stopRuns({ db, control, afterCommit }: Interrupts, stopped: readonly RunRecord[], reason: string): Promise<string[]> {
  await interruptRuns(control, db, stopped, reason, afterCommit);
  return stopped.map((run) => run.id);
}

/**
 * What becomes of held runs whose case a person has put into another state. One that waits for a person goes on waiting without the case, as
 * what it asks has to stay answerable; the others are interrupted. Returns the ids of these.
 */
export function partRuns(hand: Interrupts, owners: readonly RunRecord[]): Promise<string[]> {
  const waiting = owners.filter(({ status }) => status === "waiting");
  hand.afterCommit(() => asksChanged(hand.control, waiting));
  return stopRuns(
    hand,
    owners.filter(({ status }) => status !== "waiting"),
    "A person changed the state of its case.",
  );
}

/** As {@link stopRuns}, in a request. */
export function interruptOwners(context: EngineContext, owners: readonly RunRecord[], reason: string): Promise<string[]> {
  return stopRuns(interruptsOf(context), owners, reason);
}

export function interruptsOf(context: EngineContext): Interrupts {
  const { db, live, clock, engine } = context;
  const control = { live, clock, runsEnded: engine.runsEnded };
  return { db, control, afterCommit: (effect) => context.afterCommit(effect) };
}
