import { type SQL, sql } from "drizzle-orm";
import { type CaseJob, type CaseJobItem, type CaseJobOutcome, type JobAct, retriesFailed } from "#contract/queues/case-jobs.ts";
import { newId, withInstants } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { caseJobs } from "./case-jobs.table.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { lockQueue } from "#server/queues/queues/queues.store.ts";

/** In work at once in one queue: they take turns, and more of them would only take longer each. */
const maxRunning = 20;

export type JobRecord = typeof caseJobs.$inferSelect;
export type JobInTeam = JobRecord & { readonly team_id: string };

/** Refuses a further one where enough are in work. The caller holds the queue. */
export async function requireRoomForJob(db: Db, queueId: string, further = 1): Promise<void> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from case_jobs where queue_id = ${queueId} and status = 'running'`,
  );
  if ((rows[0]?.n ?? 0) + further > maxRunning)
    throw refuse("too_many", `${maxRunning} jobs are running in this queue. Wait for one or stop one.`);
}

/** Stores a job with its items, a query of `place`, `case_id` and `title`. One about nothing is done at once. */
export async function insertJob(db: Db, queueId: string, act: JobAct, userId: string, items: SQL): Promise<string> {
  const id = newId();
  await db.insert(caseJobs).values({ id, queue_id: queueId, act, status: "running", total: 0, started_by: userId });
  const { rowCount } = await db.execute(sql`
    insert into case_job_items (job_id, place, case_id, title, outcome) select ${id}::uuid, place, case_id, title, 'left' from (${items}) i`);
  const total = rowCount ?? 0;
  await db.execute(sql`update case_jobs set total = ${total}, status = ${total === 0 ? "done" : "running"},
    ended_at = ${total === 0 ? sql`now()` : null} where id = ${id}`);
  return id;
}

/**
 * Stores a job and its items where there is room for it. Whoever edits a case waits for whoever holds its queue: while items are written, however
 * many, the queue is only kept from being deleted, and the room is counted again behind them. Throws 404 where the queue is gone.
 */
export async function insertWithRoom(db: Db, queueId: string, insert: () => Promise<string>): Promise<string> {
  if (!(await lockQueue(db, queueId, "key share"))) throw refuse("not_found");
  await requireRoomForJob(db, queueId);
  const id = await insert();
  await lockQueue(db, queueId);
  await requireRoomForJob(db, queueId, 0);
  return id;
}

/** A condition on the queue `q`: a job of it lets nobody take its cases. */
export const isStopped = sql`exists (select from case_jobs j where j.queue_id = q.id and j.status = 'running' and j.stops_work)`;

export function itemsNamed(queueId: string, ids: readonly string[]): SQL {
  return sql`select n.place::int, n.id as case_id, coalesce(c.title, '') as title
    from unnest(${sql.param([...ids])}::uuid[]) with ordinality n(id, place) left join cases c on c.id = n.id and c.queue_id = ${queueId}`;
}

/** The oldest first. `which` is a condition on `cases c`. */
export function itemsMatching(which: SQL): SQL {
  return sql`select row_number() over (order by c.created_at, c.id)::int as place, c.id as case_id, c.title from cases c where ${which}`;
}

interface JobRow extends Omit<CaseJob, "counts" | "interrupted_run_count"> {
  readonly done: number;
  readonly skipped: number;
  readonly failed: number;
  readonly interrupted_runs: number;
}

function readSql(which: SQL): SQL {
  return sql`select j.id, j.queue_id, j.act, a.name as agent_name, j.status, j.total, j.done, j.skipped, j.failed, j.interrupted_runs, j.error,
      j.started_by as started_by_user_id, u.name as started_by_name, j.created_at, j.ended_at
    from case_jobs j left join users u on u.id = j.started_by
    left join agents a on a.id = (j.act->>'agent_id')::uuid and a.deleted_at is null where ${which}`;
}

function toJob(row: JobRow): CaseJob {
  const { done, skipped, failed, interrupted_runs, ...rest } = withInstants(row, "created_at", "ended_at");
  const counts = { done, skipped, failed, left: rest.total - done - skipped - failed };
  return { ...rest, counts, interrupted_run_count: interrupted_runs };
}

export async function findJob(db: Db, queueId: string, jobId: string): Promise<CaseJob> {
  const { rows } = await db.execute(readSql(sql`j.queue_id = ${queueId} and j.id = ${jobId}`));
  if (!rows[0]) throw refuse("not_found");
  return toJob(rows[0] as unknown as JobRow);
}

export async function listJobs(
  db: Db,
  queueId: string,
  page: { limit: number; offset: number },
): Promise<{ jobs: CaseJob[]; total: number }> {
  const which = sql`j.queue_id = ${queueId}`;
  const { rows } = await db.execute(sql`${readSql(which)} order by j.created_at desc, j.id desc limit ${page.limit} offset ${page.offset}`);
  const { rows: counted } = await db.execute<{ total: number }>(sql`select count(*)::int as total from case_jobs j where ${which}`);
  return { jobs: (rows as unknown as JobRow[]).map(toJob), total: counted[0]?.total ?? 0 };
}

export async function listItems(
  db: Db,
  jobId: string,
  { outcome, after = 0, limit }: { outcome?: CaseJobOutcome | undefined; after?: number | undefined; limit: number },
): Promise<{ items: CaseJobItem[]; next: number | null }> {
  const { rows } = await db.execute<CaseJobItem & { place: number; [key: string]: unknown }>(sql`
    select i.place, i.case_id, i.title, i.line, i.outcome, i.reason, coalesce(r.issues, '[]') as issues
    from case_job_items i left join case_import_rows r on r.job_id = i.job_id and r.place = i.place
    where i.job_id = ${jobId} and i.place > ${after}::bigint ${outcome ? sql`and i.outcome = ${outcome}` : sql``} order by i.place limit ${limit}`);
  return { items: rows.map(({ place: _, ...item }) => item), next: rows.length === limit ? (rows.at(-1)?.place ?? null) : null };
}

export async function findJobRecord(db: Db, queueId: string, jobId: string): Promise<JobRecord | undefined> {
  const { rows } = await db.execute(sql`select * from case_jobs where queue_id = ${queueId} and id = ${jobId}`);
  return rows[0] as unknown as JobRecord | undefined;
}

/** Takes up again what is left, and what failed: but for a row that an import refused, which is no other one the next time. The caller holds the job. */
export async function reopenJob(db: Db, { id, act, failed }: JobRecord): Promise<void> {
  const retries = retriesFailed(act);
  if (retries) await db.execute(sql`update case_job_items set outcome = 'left', reason = null where job_id = ${id} and outcome = 'failed'`);
  await db.execute(sql`
    update case_jobs set status = 'running', failed = ${retries ? 0 : failed}, error = null, ended_at = null, failures = 0, turn_at = now() where id = ${id}`);
}
