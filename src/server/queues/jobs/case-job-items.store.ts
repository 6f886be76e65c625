import { type SQL, sql } from "drizzle-orm";
import type { CaseJobItem } from "#contract/queues/case-jobs.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { JobInTeam } from "./case-jobs.store.ts";

export interface JobItem {
  readonly place: number;
  /** Null: a row of an import, which becomes a case only now. */
  readonly case_id: string | null;
  [key: string]: unknown;
}
/** What became of an item. */
export type JobResult = Pick<CaseJobItem, "outcome" | "reason"> & { readonly place: number; readonly case_id?: string };

/** The next items that are left. */
export async function nextItems(tx: Db, job: JobInTeam, limit: number): Promise<JobItem[]> {
  const { rows } = await tx.execute<JobItem>(sql`
    select place, case_id from case_job_items where job_id = ${job.id} and outcome = 'left' order by place limit ${limit}`);
  return rows.length === 0 && job.act.kind === "clear" ? addItems(tx, job, limit) : rows;
}

/** Cases of a queue that is cleared become items: those that a run works on first, as what it still does is of no use. */
async function addItems(tx: Db, { id, queue_id, created_at }: JobInTeam, limit: number): Promise<JobItem[]> {
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

/** Nothing is left of a queue that is cleared. Cases that others deleted meanwhile are none of the job's. */
export async function endClearing(tx: Db, jobId: string): Promise<void> {
  await tx.execute(sql`update case_jobs set status = 'done', total = done + skipped + failed, ended_at = now() where id = ${jobId}`);
}

/** Notes what became of items and counts it, in the transaction that changed the cases. The last of them ends the job, but for one whose items are found as it goes. */
export async function note(tx: Db, job: JobInTeam, results: readonly JobResult[], interrupted: number): Promise<void> {
  await tx.execute(sql`
    update case_job_items i set outcome = r.outcome, reason = r.reason, case_id = coalesce(r.case_id, i.case_id)
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as r(place int, outcome text, reason text, case_id uuid)
    where i.job_id = ${job.id} and i.place = r.place`);
  const of = (outcome: JobResult["outcome"]) => results.filter((result) => result.outcome === outcome).length;
  await tx.execute(sql`
    update case_jobs set done = done + ${of("done")}, skipped = skipped + ${of("skipped")}, failed = failed + ${of("failed")},
      total = greatest(total, done + skipped + failed + ${results.length}), interrupted_runs = interrupted_runs + ${interrupted}, turn_at = clock_timestamp(), failures = 0 where id = ${job.id}`);
  await tx.execute(sql`
    update case_jobs set status = 'done', ended_at = now()
    where id = ${job.id} and done + skipped + failed = total and act ->> 'kind' <> 'clear'`);
}
