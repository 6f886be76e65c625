import { sql } from "drizzle-orm";
import { isForJob } from "#contract/deletion.ts";
import type { EngineContext } from "#server/engine/engine-port.ts";
import { activeStatuses } from "#server/engine/run-state.ts";
import type { Db } from "#server/platform/db/open.ts";
import { changed } from "#server/queues/jobs/case-jobs.ts";
import { clearedReason, insertClearing } from "#server/queues/acts/clear-queue.ts";
import { requireRoomForJob } from "#server/queues/jobs/case-jobs.store.ts";
import { holdCases, interruptOwners } from "./case-owners.ts";
import { removeCases } from "./case-writes.store.ts";

interface Cleared {
  readonly deletedCount: number;
  readonly interruptedRunIds: string[];
}

/** Deletes every case of a queue that the caller holds, and interrupts what works on them. Of many of either a job does so, and what goes is told now. */
export async function clearQueue(context: EngineContext, queueId: string): Promise<Cleared> {
  const { db, caller, team } = context;
  const which = sql`c.queue_id = ${queueId}`;
  const interruptedRunIds = await findOwners(db, team.id, queueId);
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from cases c where ${which} and c.created_at <= now()`);
  const count = rows[0]?.n ?? 0;
  if (isForJob({ runs: interruptedRunIds.length, cases: count })) {
    await requireRoomForJob(db, queueId);
    changed(context, await insertClearing(db, queueId, count, caller.userId));
    return { deletedCount: count, interruptedRunIds };
  }
  const { owners } = await holdCases(db, which);
  const deletedCount = await removeCases(db, which);
  return { deletedCount, interruptedRunIds: await interruptOwners(context, owners, clearedReason) };
}

/** The active runs that work on cases of a queue. A team has few active runs beside all that its queue ever had. */
async function findOwners(db: Db, teamId: string, queueId: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select r.id from runs r where r.team_id = ${teamId} and r.status = any(${sql.param([...activeStatuses])}::text[]) and r.case_queue_id = ${queueId}
      and exists (select from cases c where c.run_id = r.id and c.queue_id = ${queueId}) order by r.id`);
  return rows.map(({ id }) => id);
}
