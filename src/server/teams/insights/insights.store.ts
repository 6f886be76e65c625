import { sql } from "drizzle-orm";
import { scheduleSource } from "#contract/runs/run.ts";
import type { FailingAgent, OrganizationHeadline, TeamMetrics } from "#contract/teams/insights.ts";
import { alphabetical } from "#server/platform/db/letters.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { Window } from "./window.ts";

/** The teams that figures are of: all of an organization, or the oldest up to a number. */
export interface Teams {
  readonly ids: readonly string[];
  readonly total: number;
}

export async function teamsUpTo(db: Db, organizationId: string, most: number): Promise<Teams> {
  const { rows } = await db.execute<{ id: string; total: number }>(sql`
    select id, count(*) over ()::int as total from teams where organization_id = ${organizationId} order by created_at, id limit ${most}`);
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 };
}

const of = ({ ids }: Teams) => sql`any(${`{${ids.join(",")}}`}::uuid[])`;
/** The runs of some teams in a window. A run is its own team's, also while it follows an agent that was moved. */
const runsIn = (teams: Teams, { start, end }: Window) =>
  sql`from runs r where r.team_id = ${of(teams)} and r.created_at >= ${start} and r.created_at < ${end}`;
const scheduled = sql`r.source = ${scheduleSource}`;

type Headline = Pick<OrganizationHeadline, "total_runs" | "completed_runs" | "failed_runs" | "active_agents" | "active_users">;

/** One pass over an index: the groups are few, and telling a million ids apart by themselves would sort them. */
export async function headlineOf(db: Db, teams: Teams, window: Window): Promise<Headline> {
  const { rows } = await db.execute<Headline & Record<string, unknown>>(sql`
    select coalesce(sum(n), 0)::int as total_runs, coalesce(sum(n) filter (where status = 'completed'), 0)::int as completed_runs,
      coalesce(sum(n) filter (where status = 'failed'), 0)::int as failed_runs,
      count(distinct agent_id)::int as active_agents, count(distinct user_id)::int as active_users
    from (select r.agent_id, r.user_id, r.status, count(*) as n ${runsIn(teams, window)} group by 1, 2, 3) g`);
  return rows[0] ?? { total_runs: 0, completed_runs: 0, failed_runs: 0, active_agents: 0, active_users: 0 };
}

export async function metricsOf(db: Db, teams: Teams, window: Window): Promise<TeamMetrics[]> {
  const { rows } = await db.execute<TeamMetrics & Record<string, unknown>>(sql`
    select t.id as team_id, t.name as team_name, false as is_deleted,
      (select count(*)::int from team_members m where m.team_id = t.id) as member_count,
      (select count(*)::int from agents a where a.team_id = t.id and a.deleted_at is null) as assignment_count,
      (select count(*)::int from schedules s join agents a on a.id = s.agent_id
        where a.team_id = t.id and a.deleted_at is null and s.enabled) as scheduled_job_count,
      coalesce(g.total_jobs, 0)::int as total_jobs, coalesce(g.completed_jobs, 0)::int as completed_jobs,
      coalesce(g.failed_jobs, 0)::int as failed_jobs, coalesce(g.total_runs, 0)::int as total_runs,
      coalesce(g.completed_runs, 0)::int as completed_runs, coalesce(g.failed_runs, 0)::int as failed_runs
    from teams t left join (
      select r.team_id, count(*) as total_runs, count(*) filter (where r.status = 'completed') as completed_runs,
        count(*) filter (where r.status = 'failed') as failed_runs, count(*) filter (where ${scheduled}) as total_jobs,
        count(*) filter (where ${scheduled} and r.status = 'completed') as completed_jobs,
        count(*) filter (where ${scheduled} and r.status = 'failed') as failed_jobs
      ${runsIn(teams, window)} group by r.team_id) g on g.team_id = t.id
    where t.id = ${of(teams)} order by ${alphabetical(sql`t.name`)}, t.id`);
  return rows;
}

/** The place in `starts` of the period that a run was created in. */
const periodIn = (starts: readonly string[]) => sql`width_bucket(r.created_at, ${`{${starts.join(",")}}`}::timestamptz[]) - 1`;

interface PeriodRow extends Record<string, unknown> {
  readonly period: number;
  readonly n: number;
}

/** Runs by period, by whether a schedule started them, and by how they stand. */
export async function runsByPeriod(db: Db, teams: Teams, window: Window, starts: readonly string[]) {
  const { rows } = await db.execute<PeriodRow & { scheduled: boolean; status: string }>(sql`
    select ${periodIn(starts)} as period, ${scheduled} as scheduled, r.status, count(*)::int as n ${runsIn(teams, window)} group by 1, 2, 3`);
  return rows;
}

/** Runs by team and period. */
export async function teamsByPeriod(db: Db, teams: Teams, window: Window, starts: readonly string[]) {
  const { rows } = await db.execute<PeriodRow & { team_id: string; failed: number }>(sql`
    select r.team_id, ${periodIn(starts)} as period, count(*)::int as n, count(*) filter (where r.status = 'failed')::int as failed
    ${runsIn(teams, window)} group by 1, 2`);
  return rows;
}

/** The agents with most failed runs, in the team in which these runs are. */
export async function failingAgents(db: Db, teams: Teams, window: Window, most: number): Promise<FailingAgent[]> {
  const { rows } = await db.execute<FailingAgent & Record<string, unknown>>(sql`
    select g.agent_id, a.name as agent_name, g.team_id, t.name as team_name, g.failed_runs, g.total_runs
    from (select r.team_id, r.agent_id, count(*)::int as total_runs, count(*) filter (where r.status = 'failed')::int as failed_runs
      ${runsIn(teams, window)} group by 1, 2) g join agents a on a.id = g.agent_id join teams t on t.id = g.team_id
    where g.failed_runs > 0 order by g.failed_runs desc, g.total_runs, ${alphabetical(sql`a.name`)}, a.id, t.id limit ${most}`);
  return rows;
}

export async function countMembers(db: Db, organizationId: string): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from organization_members where organization_id = ${organizationId}`,
  );
  return rows[0]?.n ?? 0;
}
