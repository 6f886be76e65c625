import { type SQL, sql } from "drizzle-orm";
import type { ActOf } from "#contract/queues/case-jobs.ts";
import { newId } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { CaseAction } from "#server/queues/cases/case-acts.ts";
import { removeCases } from "#server/queues/cases/case-writes.store.ts";
import type { JobItem } from "#server/queues/jobs/case-job-items.store.ts";
import { type JobOf, jobOf } from "#server/queues/jobs/case-job-kind.ts";
import { caseJobs } from "#server/queues/jobs/case-jobs.table.ts";

/** What a run is told whose case was deleted with all others of its queue. */
export const clearedReason = "The queue was cleared.";

const clear: CaseAction<ActOf<"clear">> = {
  kind: "clear",
  async change({ db }, ids) {
    await removeCases(db, sql`c.id = any(${sql.param([...ids])}::uuid[])`);
    return ids;
  },
  owners: clearedReason,
};

/** Stores the job of a queue with so many cases. They become items as their turn comes. */
export async function insertClearing(db: Db, queueId: string, total: number, userId: string): Promise<string> {
  const id = newId();
  const act = { kind: clear.kind } as const;
  await db.insert(caseJobs).values({ id, queue_id: queueId, act, status: "running", total, started_by: userId, stops_work: true });
  return id;
}

/** Cases become items: those that a run works on first, as what it still does is of no use. Cases that others deleted meanwhile are none of the job's. */
async function addItems(tx: Db, { id, queue_id, created_at }: JobOf<"clear">, limit: number): Promise<JobItem[]> {
  const some = (which: SQL, rank: number) => sql`
    (select c.id, c.title, c.created_at, ${sql.raw(String(rank))} as rank from cases c
    where c.queue_id = ${queue_id} and c.created_at <= ${created_at}::timestamptz and ${which}
      and c.id <> all(array(select case_id from case_job_items where job_id = ${id} and outcome = 'failed'))
    order by c.created_at, c.id limit ${limit})`;
  const { rows } = await tx.execute<JobItem>(sql`
    insert into case_job_items (job_id, place, case_id, title, outcome)
    select ${id}::uuid, (select coalesce(max(place), 0) from case_job_items where job_id = ${id}) + row_number() over (order by rank, created_at, id),
      id, title, 'left'
    from (${some(sql`c.state in ('in_progress', 'needs_input')`, 1)}
      union all ${some(sql`c.state not in ('in_progress', 'needs_input')`, 2)} order by rank, created_at, id limit ${limit}) c
    returning place, case_id`);
  return rows;
}

export const clearingJob = jobOf<"clear">(clear, { find: addItems });
