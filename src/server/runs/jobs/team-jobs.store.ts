import { type SQL, sql } from "drizzle-orm";
import type { TeamJob } from "#contract/runs/team-jobs.ts";
import { newId, withInstants } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { teamJobs } from "./team-jobs.table.ts";

export type TeamJobRecord = typeof teamJobs.$inferSelect;
export type NewTeamJob = Pick<
  TeamJobRecord,
  | "team_id"
  | "target_team_id"
  | "kind"
  | "stops_work"
  | "subject_id"
  | "subject_name"
  | "agent_ids"
  | "queue_ids"
  | "runs"
  | "cases"
  | "started_by"
>;

export async function insertTeamJob(db: Db, job: NewTeamJob): Promise<string> {
  const id = newId();
  await db.insert(teamJobs).values({ ...job, id, status: "running" });
  return id;
}

const fields = sql`j.id, j.team_id, t.name as team_name, j.target_team_id, o.name as target_team_name, j.kind, j.subject_id, j.subject_name, j.status,
  jsonb_build_object('total', j.runs, 'done', j.runs_done, 'failed', cardinality(j.failed_run_ids),
    'left', j.runs - j.runs_done - cardinality(j.failed_run_ids)) as runs,
  jsonb_build_object('total', j.cases, 'done', j.cases_done, 'left', j.cases - j.cases_done) as cases,
  to_jsonb(j.failed_run_ids[:20]) as failed_run_ids, j.error, j.started_by as started_by_user_id, u.name as started_by_name, j.created_at, j.ended_at`;

async function select(db: Db, which: SQL, page: SQL = sql``): Promise<TeamJob[]> {
  const { rows } = await db.execute(sql`
    select ${fields} from team_jobs j join teams t on t.id = j.team_id left join teams o on o.id = j.target_team_id left join users u on u.id = j.started_by
    where ${which} order by j.created_at desc, j.id desc ${page}`);
  return rows.map((row) => withInstants(row as unknown as TeamJob, "created_at", "ended_at"));
}

/** Both teams of a move see its job. */
const ofTeam = (teamId: string) => sql`(j.team_id = ${teamId} or j.target_team_id = ${teamId})`;

export interface TeamJobFilter {
  readonly limit: number;
  readonly offset: number;
  readonly status?: TeamJob["status"] | undefined;
  readonly subject_id?: string | undefined;
}

export async function listTeamJobRows(
  db: Db,
  teamId: string,
  { limit, offset, status, subject_id: subjectId }: TeamJobFilter,
): Promise<{ jobs: TeamJob[]; total: number }> {
  const which = sql`${ofTeam(teamId)}${status ? sql` and j.status = ${status}` : sql``}${subjectId ? sql` and j.subject_id = ${subjectId}` : sql``}`;
  const jobs = await select(db, which, sql`limit ${limit} offset ${offset}`);
  const { rows } = await db.execute<{ total: number }>(sql`select count(*)::int as total from team_jobs j where ${which}`);
  return { jobs, total: rows[0]?.total ?? 0 };
}

export async function findTeamJob(db: Db, teamId: string, jobId: string): Promise<TeamJob | undefined> {
  return (await select(db, sql`${ofTeam(teamId)} and j.id = ${jobId}`))[0];
}

/** Notes a portion in the transaction that did it. */
export async function noteDone(db: Db, jobId: string, { runs = 0, cases = 0 }: { runs?: number; cases?: number }): Promise<void> {
  await db.execute(sql`
    update team_jobs set runs_done = least(runs - cardinality(failed_run_ids), runs_done + ${runs}), cases_done = least(cases, cases_done + ${cases}) where id = ${jobId}`);
}

/** Nothing is left: what ended by itself meanwhile is done as well. */
export async function endTeamJob(db: Db, jobId: string): Promise<void> {
  await db.execute(sql`
    update team_jobs set status = case when cardinality(failed_run_ids) = 0 then 'done' else 'failed' end, ended_at = clock_timestamp(),
      runs = greatest(runs, cardinality(failed_run_ids)), runs_done = greatest(runs, cardinality(failed_run_ids)) - cardinality(failed_run_ids),
      cases_done = cases where id = ${jobId}`);
}

/** What one of the agents or queues was called whose runs or cases follow it still. */
export async function findMoveOf(db: Db, of: { agentIds: readonly string[]; queueIds: readonly string[] }): Promise<string | undefined> {
  const { rows } = await db.execute<{ subject_name: string }>(sql`
    select subject_name from team_jobs where kind = 'agent_moved' and status = 'running'
      and (agent_ids && ${sql.param([...of.agentIds])}::uuid[] or queue_ids && ${sql.param([...of.queueIds])}::uuid[]) limit 1`);
  return rows[0]?.subject_name;
}

/** A run that could not be changed is left behind; the rest goes on. */
export async function leaveRun(db: Db, jobId: string, runId: string, advice: string): Promise<void> {
  await db.execute(sql`
    update team_jobs set failed_run_ids = failed_run_ids || ${runId}::uuid, error = ${`The store refused the change of these runs. ${advice}`}
    where id = ${jobId} and not ${runId}::uuid = any(failed_run_ids)`);
}

/** Forgets the jobs about a thing that comes back. Returns false, and leaves them, while one of them is running. */
export async function forgetTeamJobs(db: Db, subjectId: string): Promise<boolean> {
  const { rows } = await db.execute<{ status: TeamJobRecord["status"] }>(sql`select status from team_jobs where subject_id = ${subjectId}`);
  if (rows.some(({ status }) => status === "running")) return false;
  if (rows.length > 0) await db.execute(sql`delete from team_jobs where subject_id = ${subjectId}`);
  return true;
}
