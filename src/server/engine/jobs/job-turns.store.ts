import { type SQL, sql } from "drizzle-orm";
import { lock, locks, tryLock } from "#server/platform/db/locks.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { JobRow, JobTable } from "./job-kind.ts";

const rowsOf = ({ table }: Pick<JobTable, "table">): SQL => sql`${sql.identifier(table)}`;

const hasTurn = sql`j.status = 'running' and j.turn_at < clock_timestamp() + interval '1 ms'`;

/** Whether {@link takeTurn} may find one. */
export const jobsDue = (jobs: Pick<JobTable, "table">): SQL => sql`exists (select from ${rowsOf(jobs)} j where ${hasTurn})`;

/**
 * The running job whose turn has come, held; one that somebody else holds is passed over, and a dead process lets go of its own. The team that
 * was served last comes last, however many jobs it has. Instants are stored in milliseconds, so that one of now may lie half of one ahead.
 */
export async function takeTurn<Job extends JobRow>(
  db: Db,
  jobs: JobTable<Job>,
  kinds: readonly string[],
): Promise<{ job: Job; kind: string } | undefined> {
  const { rows: waiting } = await db.execute<{ id: string }>(sql`
    select id from (
      select j.id, j.turn_at, max(j.turn_at) over (partition by ${jobs.team}) as served_at from ${rowsOf(jobs)} j
      where ${hasTurn} and ${jobs.kind} = any(${sql.param([...kinds])}::text[])) due
    order by served_at, turn_at, id limit 100`);
  for (const { id } of waiting) {
    if (!(await tryLock(db, locks.jobTurn(id)))) continue;
    const { rows } = await db.execute<{ kind: string } & Record<string, unknown>>(sql`
      select j.*, ${jobs.team} as team_id, ${jobs.kind} as kind from ${rowsOf(jobs)} j where j.id = ${id} and j.status = 'running'`);
    if (rows[0]) return { job: jobs.read(rows[0]), kind: rows[0].kind };
  }
  return undefined;
}

/** Holds a job until the transaction ends: a portion of it that is being done is waited for, and no further one begins. Returns its status. */
export async function holdJob(db: Db, jobs: JobTable, jobId: string): Promise<string | undefined> {
  await lock(db, locks.jobTurn(jobId));
  const { rows } = await db.execute<{ status: string }>(sql`select status from ${rowsOf(jobs)} where id = ${jobId}`);
  return rows[0]?.status;
}

/** A portion was done: it is the others' turn. */
export async function passTurn(db: Db, jobs: JobTable, jobId: string): Promise<void> {
  await db.execute(sql`update ${rowsOf(jobs)} set turn_at = clock_timestamp(), failures = 0 where id = ${jobId}`);
}

/** Lets a job wait ever longer after a failure. Returns how many failures in a row there were. Nothing, if somebody has got further with it. */
export async function postpone(db: Db, jobs: JobTable, { id, turn_at }: JobRow): Promise<number> {
  const { rows } = await db.execute<{ failures: number }>(sql`
    update ${rowsOf(jobs)} set failures = failures + 1, turn_at = clock_timestamp() + make_interval(secs => least(60, 2 ^ failures))
    where id = ${id} and status = 'running' and turn_at = ${turn_at}::timestamptz returning failures`);
  return rows[0]?.failures ?? 0;
}

/** Gives a job its next turn now, and as many tries as a fresh one. */
export async function takeAtOnce(db: Db, jobs: JobTable, jobId: string): Promise<void> {
  await db.execute(sql`update ${rowsOf(jobs)} set failures = 0, turn_at = clock_timestamp() where id = ${jobId} and status = 'running'`);
}

/** Ends a job that somebody stops, or that cannot go on. The caller holds it. */
export async function stopJob(
  db: Db,
  jobs: JobTable,
  jobId: string,
  status: "aborted" | "failed",
  error: string | null = null,
): Promise<void> {
  await db.execute(sql`update ${rowsOf(jobs)} set status = ${status}, error = ${error}, ended_at = clock_timestamp() where id = ${jobId}`);
}
