import { and, eq, inArray, isNotNull, lte, max, ne, sql } from "drizzle-orm";
import type { FiringOutcome } from "#contract/schedules/firing-outcomes.ts";
import { agents } from "#server/agents/agents/agents.table.ts";
import { activeStatuses } from "#server/engine/run-state.ts";
import { runs } from "#server/engine/runs.table.ts";
import { isoText } from "#server/platform/db/columns.ts";
import { anyOf } from "#server/platform/db/any-of.ts";
import type { Db } from "#server/platform/db/open.ts";
import { joinOwner, type OwnerRoles, ownerRoles } from "#server/schedules/owner-role.ts";
import { zoneRules } from "#server/platform/zone-offsets.ts";
import { scheduleFirings, schedules } from "#server/schedules/schedules.table.ts";

export type ScheduleRecord = typeof schedules.$inferSelect;

/** The time by the store's clock, which is the one for all processes. */
export async function storeTime(db: Db): Promise<string> {
  const { rows } = await db.execute<{ now: string }>(sql`select ${sql.raw(isoText("clock_timestamp()"))} as now`);
  return rows[0]?.now ?? "";
}

/** Which schedules may fire. */
export interface Firable {
  /** Not these. */
  readonly except: readonly string[];
  /** How many due times of one person start in a minute. */
  readonly startsPerMinute: number;
}

/** Of agents that are there: what a deletion has not got to yet is due for nobody. `n` is what the owner's schedules started in the last minute. */
const firable = ({ except }: Firable) => sql`
  schedules s join agents a on a.id = s.agent_id and a.deleted_at is null left join (
    select o.user_id, count(*)::int as n from schedule_firings f join schedules o on o.id = f.schedule_id
    where f.created_at > clock_timestamp() - interval '1 minute' and f.outcome = 'started' group by 1) spent on spent.user_id = s.user_id
  where s.id <> all(${sql.param([...except])}::uuid[])`;

/** Schedules that are due, those that wait longest first. Of one person not more than may start now: the others stay due. */
export async function findDue(db: Db, now: string, most: number, which: Firable): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from (
      select s.id, s.next_fire_at, coalesce(n, 0) + row_number() over (partition by s.user_id order by s.next_fire_at, s.id) as place
      from ${firable(which)} and s.next_fire_at <= ${now}::timestamptz) due
    where place <= ${which.startsPerMinute} order by next_fire_at, id limit ${most}`);
  return rows.map(({ id }) => id);
}

/** Whether any is due within so many milliseconds, by the store's clock. */
export const dueWithin = (ms: number) => sql`exists (
  select from schedules where next_fire_at <= clock_timestamp() + make_interval(secs => ${ms / 1000}::float8))`;

/** Those of them that are still due, without those that somebody else has, or whose agents: a start waits for the row of its agent. */
export async function claimDue(db: Db, ids: readonly string[], now: string): Promise<ScheduleRecord[]> {
  const rows = await db
    .select({ schedule: schedules })
    .from(schedules)
    .innerJoin(agents, eq(agents.id, schedules.agent_id))
    .where(and(eq(schedules.id, anyOf(ids)), schedules.enabled, lte(schedules.next_fire_at, now)))
    .orderBy(schedules.next_fire_at, schedules.id)
    .for("no key update", { skipLocked: true });
  return rows.map(({ schedule }) => schedule);
}

export interface Owned extends OwnerRoles {
  readonly team_id: string;
  /** Whether the agent has a live revision. */
  readonly live: boolean;
}

/** Of each schedule the team of its agent and its owner's roles there. */
export async function findOwners(db: Db, ids: readonly string[]): Promise<Map<string, Owned>> {
  const { rows } = await db.execute<Owned & { id: string } & Record<string, unknown>>(sql`
    select s.id, t.id as team_id, ${ownerRoles},
      exists (select from revisions r where r.agent_id = a.id and r.status = 'live') as live
    from schedules s join agents a on a.id = s.agent_id join teams t on t.id = a.team_id
    ${joinOwner(sql`t`, sql`s.user_id`)}
    where s.id = ${anyOf(ids)} and a.deleted_at is null`);
  return new Map(rows.map(({ id, ...owned }) => [id, owned]));
}

/** Those of which a run is at work. One that waits for a person is not: it may do so for days. */
export async function schedulesAtWork(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const atWork = activeStatuses.filter((status) => status !== "waiting");
  const rows = await db
    .selectDistinct({ id: scheduleFirings.schedule_id })
    .from(scheduleFirings)
    .innerJoin(runs, eq(runs.id, scheduleFirings.run_id))
    .where(and(eq(scheduleFirings.schedule_id, anyOf(ids)), isNotNull(scheduleFirings.run_id), inArray(runs.status, atWork)));
  return new Set(rows.map(({ id }) => id));
}

/** From when the next due time counts: from now, and never from before what has a row already, for the clock of a store can be set back. */
export async function countsFrom(db: Db, id: string, now: string): Promise<string> {
  const [last] = await db
    .select({ at: max(scheduleFirings.last_due_at) })
    .from(scheduleFirings)
    .where(and(eq(scheduleFirings.schedule_id, id), ne(scheduleFirings.outcome, "by_hand")));
  return last?.at && last.at > now ? last.at : now;
}

export interface NewFiring {
  readonly schedule_id: string;
  readonly due_at: string;
  readonly outcome: FiringOutcome;
  readonly count?: number;
  readonly last_due_at?: string;
  readonly run_id?: string;
}

export async function insertFirings(db: Db, firings: readonly NewFiring[]): Promise<void> {
  if (firings.length === 0) return;
  await db.insert(scheduleFirings).values(firings.map((firing) => ({ ...firing, last_due_at: firing.last_due_at ?? firing.due_at })));
}

/** Null for one that never fires again: it is paused for good. */
export async function setNext(db: Db, each: readonly { readonly id: string; readonly next: string | null }[]): Promise<void> {
  await db.execute(sql`
    update schedules s set next_fire_at = n.next, zone_rules = ${zoneRules}, enabled = s.enabled and n.next is not null,
      ended_at = case when n.next is null then clock_timestamp() end
    from jsonb_to_recordset(${JSON.stringify(each)}::jsonb) as n(id uuid, next timestamptz) where s.id = n.id`);
}

/** When the next schedule that may fire is due, in milliseconds from now by the store's clock; undefined: none is within so many. */
export async function nextDueIn(db: Db, withinMs: number, which: Firable): Promise<number | undefined> {
  const { rows } = await db.execute<{ ms: number | null }>(sql`
    select (extract(epoch from min(s.next_fire_at) - clock_timestamp()) * 1000)::float8 as ms
    from ${firable(which)} and s.next_fire_at <= clock_timestamp() + make_interval(secs => ${withinMs / 1000}::float8)
      and coalesce(n, 0) < ${which.startsPerMinute}`);
  return rows[0]?.ms ?? undefined;
}
