import { type SQL, sql } from "drizzle-orm";
import type { FiringOutcome } from "#contract/schedules/firing-outcomes.ts";
import { type TeamSchedule, mostPlannedSchedules } from "#contract/schedules/schedule-firings.ts";
import { anyOf } from "#server/platform/db/any-of.ts";
import { isoText, withInstants } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { inSnapshot } from "#server/platform/db/snapshot.ts";
import type { ScheduleRecord } from "#server/schedules/firings/firings.store.ts";
import { listOwnedSchedules } from "#server/schedules/schedules/schedule-rows.store.ts";

export interface Scope {
  readonly teamId: string;
  /** Null: everyone's. */
  readonly userId: string | null;
}

interface Filter extends Scope {
  readonly agentId?: string | undefined;
  readonly enabled?: boolean | undefined;
  readonly search?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

const ofTeam = ({ teamId, userId }: Scope): SQL =>
  sql`a.team_id = ${teamId} and a.deleted_at is null${userId === null ? sql`` : sql` and s.user_id = ${userId}`}`;

/** By what is due next; paused ones last, the newest of them first. */
export async function listTeam(db: Db, filter: Filter): Promise<{ schedules: TeamSchedule[]; total: number }> {
  const { agentId, enabled, search } = filter;
  const where = sql.join(
    [
      ofTeam(filter),
      ...(agentId === undefined ? [] : [sql`s.agent_id = ${agentId}`]),
      ...(enabled === undefined ? [] : [sql`s.enabled = ${enabled}`]),
      ...(search === undefined ? [] : [sql`a.name collate "und-x-icu" ilike ${`%${search.replace(/[\\%_]/g, "\\$&")}%`}`]),
    ],
    sql` and `,
  );
  const from = sql`from schedules s join agents a on a.id = s.agent_id where ${where}`;
  return inSnapshot(db, async (at) => {
    const { rows } = await at.execute<{ id: string; agent_name: string }>(sql`
      select s.id, a.name as agent_name ${from} order by s.next_fire_at nulls last, s.id desc limit ${filter.limit} offset ${filter.offset}`);
    const { rows: counted } = await at.execute<{ total: number }>(sql`select count(*)::int as total ${from}`);
    const ids = rows.map(({ id }) => id);
    const found = new Map((await listOwnedSchedules(at, sql`schedules.id = ${anyOf(ids)}`, ids.length)).map((row) => [row.id, row]));
    const last = await lastFirings(at, ids);
    const schedules = rows.flatMap(({ id, agent_name }) => {
      const schedule = found.get(id);
      return schedule ? [{ ...schedule, agent_name, last_firing: last.get(id) ?? null }] : [];
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

/** What came of due times, by the hour of the clock in UTC. Each hour is summed for itself: together they were sorted first, on the disk. */
export async function countFirings(
  db: Db,
  scope: Scope,
  from: string,
  to: string,
): Promise<{ hour: string; outcome: FiringOutcome; count: number }[]> {
  const { rows } = await db.execute<{ hour: string; outcome: FiringOutcome; count: number }>(sql`
    with ours as materialized (select s.id from schedules s join agents a on a.id = s.agent_id where ${ofTeam(scope)}),
      asked as (select ${from}::timestamptz as since, ${to}::timestamptz as before)
    select ${sql.raw(isoText("h.hour"))} as hour, came.outcome, came.count
    from asked cross join generate_series(date_bin('1 hour', asked.since, 'epoch'), asked.before, '1 hour') h (hour)
    cross join lateral (
      select f.outcome, sum(f.count)::int as count from schedule_firings f
      where f.due_at >= greatest(h.hour, asked.since) and f.due_at < least(h.hour + interval '1 hour', asked.before)
        and f.schedule_id in (select id from ours)
      group by f.outcome) came
    order by h.hour, came.outcome`);
  return rows;
}

/** The enabled schedules that are due before an instant, those that are due next first; one more than are counted. */
export async function findPlanned(db: Db, scope: Scope, to: string): Promise<(ScheduleRecord & { next_fire_at: string })[]> {
  const { rows } = await db.execute(sql`
    select s.* from schedules s join agents a on a.id = s.agent_id
    where ${ofTeam(scope)} and s.enabled and s.next_fire_at < ${to}::timestamptz order by s.next_fire_at, s.id limit ${mostPlannedSchedules + 1}`);
  const found = rows as unknown as (ScheduleRecord & { next_fire_at: string })[];
  return found.map((row) => withInstants(row, "next_fire_at"));
}
