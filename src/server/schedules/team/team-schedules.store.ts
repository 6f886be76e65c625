import { type SQL, sql } from "drizzle-orm";
import type { Who } from "#contract/rights.ts";
import { contains } from "#server/platform/db/letters.ts";
import { seesAllSchedules } from "#contract/schedules/rights.ts";
import { type DueTime, type TeamSchedule, mostDueTimes, mostPlannedSchedules } from "#contract/schedules/schedule-firings.ts";
import { anyOf } from "#server/platform/db/any-of.ts";
import { withInstants } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { asSql, type Parameters, parameters } from "#server/platform/db/parameters.ts";
import { inSnapshot } from "#server/platform/db/snapshot.ts";
import type { ScheduleRecord } from "#server/schedules/firings/firings.store.ts";
import { listOwnedSchedules } from "#server/schedules/schedules/schedule-rows.store.ts";

export interface Scope {
  readonly teamId: string;
  /** Null: everyone's. */
  readonly userId: string | null;
}

type PlannedSchedule = ScheduleRecord & { readonly next_fire_at: string; readonly agent_name: string };

interface Filter extends Scope {
  readonly scheduleId?: string | undefined;
  readonly agentId?: string | undefined;
  readonly enabled?: boolean | undefined;
  readonly search?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Below Manager only one's own. */
export function schedulesSeenBy(teamId: string, who: Who): Scope {
  return { teamId, userId: seesAllSchedules(who) ? null : who.userId };
}

/** Whose schedules are listed, and counted: conditions on `schedules s` and `agents a`. */
export function ofScope({ teamId, userId }: Scope, p: Parameters): string[] {
  return [`a.team_id = ${p.add(teamId)}`, "a.deleted_at is null", ...(userId === null ? [] : [`s.user_id = ${p.add(userId)}`])];
}

function ofTeam(scope: Scope): SQL {
  const p = parameters();
  return asSql(ofScope(scope, p).join(" and "), p.values);
}

/** By what is due next; paused ones last, the newest of them first. */
export async function listTeam(db: Db, filter: Filter): Promise<{ schedules: TeamSchedule[]; total: number }> {
  const { scheduleId, agentId, enabled, search } = filter;
  const where = sql.join(
    [
      ofTeam(filter),
      ...(scheduleId === undefined ? [] : [sql`s.id = ${scheduleId}`]),
      ...(agentId === undefined ? [] : [sql`s.agent_id = ${agentId}`]),
      ...(enabled === undefined ? [] : [sql`s.enabled = ${enabled}`]),
      ...(search === undefined ? [] : [contains(sql`a.name`, search)]),
    ],
    sql` and `,
  );
  const from = sql`from schedules s join agents a on a.id = s.agent_id where ${where}`;
  return inSnapshot(db, async (at) => {
    const { rows } = await at.execute<{ id: string; agent_name: string; ended: boolean }>(sql`
      select s.id, a.name as agent_name, s.ended_at is not null as ended ${from} order by s.next_fire_at nulls last, s.id desc limit ${filter.limit} offset ${filter.offset}`);
    const { rows: counted } = await at.execute<{ total: number }>(sql`select count(*)::int as total ${from}`);
    const ids = rows.map(({ id }) => id);
    const found = new Map((await listOwnedSchedules(at, sql`schedules.id = ${anyOf(ids)}`, ids.length)).map((row) => [row.id, row]));
    const last = await lastFirings(at, ids);
    const schedules = rows.flatMap(({ id, agent_name, ended }) => {
      const schedule = found.get(id);
      return schedule ? [{ ...schedule, agent_name, ended, last_firing: last.get(id) ?? null }] : [];
    });
    return { schedules, total: counted[0]?.total ?? 0 };
  });
}

async function lastFirings(db: Db, ids: readonly string[]): Promise<Map<string, TeamSchedule["last_firing"]>> {
  const { rows } = await db.execute(sql`
    select f.*, r.status as run_status from unnest(${sql.param([...ids])}::uuid[]) i (id)
    cross join lateral (select * from schedule_firings where schedule_id = i.id order by due_at desc limit 1) f
    left join runs r on r.id = f.run_id`);
  const found = rows as unknown as NonNullable<TeamSchedule["last_firing"]>[];
  return new Map(found.map((row) => [row.schedule_id, withInstants(row, "due_at", "last_due_at", "created_at")]));
}

const ofSchedule = (id: string | undefined) => (id === undefined ? sql`` : sql` and s.id = ${id}`);

/** What came of due times, in order; one more than are answered. */
export async function listCame(db: Db, scope: Scope, from: string, to: string, scheduleId?: string): Promise<DueTime[]> {
  const { rows } = await db.execute(sql`
    select f.schedule_id, s.agent_id, a.name as agent_name, f.outcome, f.due_at, f.count, f.last_due_at, f.run_id, r.status as run_status,
      f.created_at
    from schedule_firings f join schedules s on s.id = f.schedule_id join agents a on a.id = s.agent_id left join runs r on r.id = f.run_id
    where ${ofTeam(scope)}${ofSchedule(scheduleId)} and f.due_at >= ${from}::timestamptz and f.due_at < ${to}::timestamptz
    order by f.due_at, f.schedule_id limit ${mostDueTimes + 1}`);
  return (rows as unknown as DueTime[]).map((row) => withInstants(row, "due_at", "last_due_at", "created_at"));
}

/** The enabled schedules that are due before an instant, those that are due next first; one more than are counted. */
export async function findPlanned(db: Db, scope: Scope, to: string, scheduleId?: string): Promise<PlannedSchedule[]> {
  const { rows } = await db.execute(sql`
    select s.*, a.name as agent_name from schedules s join agents a on a.id = s.agent_id
    where ${ofTeam(scope)}${ofSchedule(scheduleId)} and s.enabled and s.next_fire_at < ${to}::timestamptz order by s.next_fire_at, s.id limit ${mostPlannedSchedules + 1}`);
  return (rows as unknown as PlannedSchedule[]).map((row) => withInstants(row, "next_fire_at"));
}
