import { type SQL, sql } from "drizzle-orm";
import { type CasePriority, type CaseStatus, casePriorities } from "#contract/queues/case.ts";
import type { ExistingCasesAct } from "#contract/queues/case-jobs.ts";
import type { Db } from "#server/platform/db/open.ts";
import { recorded } from "#server/platform/events/record.ts";
import { type HeldCases, type Interrupts, partRuns, stopRuns } from "./case-owners.ts";
import type { CaseMove } from "./case-state.ts";
import { inPortions, moveCases, noteEvents, removeCases } from "./case-writes.store.ts";

/** The hand that changes cases: in a request, or in a job. */
export interface Hand extends Interrupts {
  readonly userId: string | null;
}

export interface Acted {
  /** The cases that it meant something to. */
  readonly done: readonly string[];
  readonly interruptedRunIds: string[];
}

export const moveTo: Record<CaseStatus, CaseMove> = { pending: "reopen", completed: "close", failed: "give_up", canceled: "cancel" };

/** What a run is told whose case was deleted with all others of its queue. */
export const clearedReason = "The queue was cleared.";

/** Does one thing to many cases that the caller holds, and interrupts what works on them. */
export async function actOn(hand: Hand, held: HeldCases, act: ExistingCasesAct): Promise<Acted> {
  const { db, userId } = hand;
  const ids = held.cases.map((one) => one.id);
  const stop = (done: readonly string[], reason: string) => stopRuns(hand, ownersOf(held, done), reason);
  switch (act.kind) {
    case "status": {
      const options = { doer: { userId }, event: "status_changed", reason: act.status } as const;
      const done = await inPortions(ids, (which) => moveCases(db, which, moveTo[act.status], options));
      return { done, interruptedRunIds: await partRuns(hand, ownersOf(held, done)) };
    }
    case "priority":
      return { done: await inPortions(ids, (which) => setPriority(db, which, act.priority, userId)), interruptedRunIds: [] };
    case "reprocess": {
      const agentId = act.agent_id;
      const options = { doer: { userId, agentId }, event: "reprocessed", agentId } as const;
      const done = await inPortions(ids, (which) => moveCases(db, which, "reprocess", options));
      return { done, interruptedRunIds: await stop(done, "Its case was assigned to an agent again.") };
    }
    case "clear":
      await removeCases(db, sql`c.id = any(${sql.param(ids)}::uuid[])`);
      return { done: ids, interruptedRunIds: await stop(ids, clearedReason) };
    default:
      await db.execute(
        recorded(sql`cases c join queues q on q.id = c.queue_id where c.id = any(${sql.param(ids)}::uuid[])`, {
          type: "case.deleted",
          team: sql`q.team_id`,
          actor: userId === null ? { kind: "service" } : { kind: "user", id: sql`${userId}::uuid` },
          subject: sql`c.id`,
          data: { queue_id: sql`c.queue_id` },
        }),
      );
      await removeCases(db, sql`c.id = any(${sql.param(ids)}::uuid[])`);
      return { done: ids, interruptedRunIds: await stop(ids, "Its case was deleted.") };
  }
}

function ownersOf({ cases, owners }: HeldCases, done: readonly string[]): HeldCases["owners"] {
  const changed = new Set(done);
  const runs = new Set(cases.filter((one) => changed.has(one.id)).map((one) => one.run_id));
  return owners.filter((run) => runs.has(run.id));
}

async function setPriority(db: Db, which: SQL, priority: CasePriority, userId: string | null): Promise<string[]> {
  const rank = casePriorities.indexOf(priority);
  const { rows } = await db.execute<{ id: string }>(sql`
    with changed as (update cases c set priority = ${rank}, updated_at = now() where ${which} and c.priority <> ${rank} returning c.id),
    told as (${noteEvents(sql`changed`, "updated", { userId }, `priority: ${priority}`)})
    select id from changed`);
  return rows.map((row) => row.id);
}
