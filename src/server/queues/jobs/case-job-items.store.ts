import { sql } from "drizzle-orm";
import type { CaseJobItem } from "#contract/queues/case-jobs.ts";
import { recorded } from "#server/platform/events/record.ts";
import type { Db } from "#server/platform/db/open.ts";

export interface JobItem {
  readonly place: number;
  /** Null: a row of an import, which becomes a case only now. */
  readonly case_id: string | null;
  [key: string]: unknown;
}
/** What became of an item. */
export type JobResult = Pick<CaseJobItem, "outcome" | "reason"> & { readonly place: number; readonly case_id?: string };

/** The next items that are left. */
export async function itemsLeft(tx: Db, jobId: string, limit: number): Promise<JobItem[]> {
  const { rows } = await tx.execute<JobItem>(sql`
    select place, case_id from case_job_items where job_id = ${jobId} and outcome = 'left' order by place limit ${limit}`);
  return rows;
}

/** Notes what became of items and counts it, in the transaction that changed the cases. Returns whether some are left. */
export async function note(tx: Db, jobId: string, results: readonly JobResult[], interrupted: number): Promise<boolean> {
  await tx.execute(sql`
    update case_job_items i set outcome = r.outcome, reason = r.reason, case_id = coalesce(r.case_id, i.case_id)
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as r(place int, outcome text, reason text, case_id uuid)
    where i.job_id = ${jobId} and i.place = r.place`);
  const of = (outcome: JobResult["outcome"]) => results.filter((result) => result.outcome === outcome).length;
  const { rows } = await tx.execute<{ more: boolean }>(sql`
    update case_jobs set done = done + ${of("done")}, skipped = skipped + ${of("skipped")}, failed = failed + ${of("failed")},
      total = greatest(total, done + skipped + failed + ${results.length}), interrupted_runs = interrupted_runs + ${interrupted}
    where id = ${jobId} returning done + skipped + failed < total as more`);
  return rows[0]?.more ?? false;
}

/** Nothing is left. Of a job that found its items as it went, fewer may have been left than it was created with. */
export async function endCounted(tx: Db, jobId: string): Promise<void> {
  await tx.execute(sql`update case_jobs set status = 'done', total = done + skipped + failed, ended_at = now() where id = ${jobId}`);
  await recordEnd(tx, jobId);
}

/** Says that a job ended by itself: somebody may have gone on to other work meanwhile. */
export async function recordEnd(tx: Db, jobId: string): Promise<void> {
  await tx.execute(
    recorded(sql`case_jobs j join queues q on q.id = j.queue_id where j.id = ${jobId}`, {
      type: "case_job.ended",
      team: sql`q.team_id`,
      actor: { kind: "service" },
      subject: sql`j.id`,
      data: { queue_id: sql`q.id`, failed: sql`j.status = 'failed'` },
    }),
  );
}
