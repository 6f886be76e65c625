import { and, eq, inArray, isNotNull, isNull, lte, max, ne, sql } from "drizzle-orm";
import type { FiringOutcome } from "#contract/schedules/firing-outcomes.ts";
import type { OrganizationRole, TeamRole } from "#contract/roles.ts";
import { agents } from "#server/agents/agents/agents.table.ts";
import { activeStatuses } from "#server/engine/run-state.ts";
import { runs } from "#server/engine/runs.table.ts";
import { isoText } from "#server/platform/db/columns.ts";
import { anyOf } from "#server/platform/db/any-of.ts";
import type { Db } from "#server/platform/db/open.ts";
import { scheduleFirings, schedules } from "#server/schedules/schedules.table.ts";

export type ScheduleRecord = typeof schedules.$inferSelect;

/** The time by the store's clock, which is the one for all processes. */
export async function storeTime(db: Db): Promise<string> {
  const { rows } = await db.execute<{ now: string }>(sql`select ${sql.raw(isoText("clock_timestamp()"))} as now`);
  return rows[0]?.now ?? "";
}

interface DueSchedule {
  readonly id: string;
  readonly agentId: string;
}

/** Schedules that are due, those that wait longest first, without these and those of these agents. */
export async function findDue(db: Db, now: string, most: number, except: readonly string[]): Promise<DueSchedule[]> {
  return db
    .select({ id: schedules.id, agentId: schedules.agent_id })
    .from(schedules)
    .innerJoin(agents, and(eq(agents.id, schedules.agent_id), isNull(agents.deleted_at)))
    .where(and(lte(schedules.next_fire_at, now), sql`not (${schedules.id} = ${anyOf(except)} or ${schedules.agent_id} = ${anyOf(except)})`))
    .orderBy(schedules.next_fire_at, schedules.id)
    .limit(most);
}

/** One of them, if no other process has it and it is still due. */
export async function claimDue(db: Db, id: string, now: string): Promise<ScheduleRecord | undefined> {
  const [row] = await db
    .select()
    .from(schedules)
    .where(and(eq(schedules.id, id), schedules.enabled, lte(schedules.next_fire_at, now)))
    .for("update", { skipLocked: true });
  return row;
}

export interface Owned {
  readonly team_id: string;
  readonly role: TeamRole | null;
  readonly organization_role: OrganizationRole | null;
}

/** The team of a schedule's agent and its owner's roles there. */
export async function findOwner(db: Db, { agent_id, user_id }: ScheduleRecord): Promise<Owned | undefined> {
  const { rows } = await db.execute<Owned & Record<string, unknown>>(sql`
    select t.id as team_id, tm.role, om.role as organization_role from agents a join teams t on t.id = a.team_id
    left join team_members tm on tm.team_id = t.id and tm.user_id = ${user_id}
    left join organization_members om on om.organization_id = t.organization_id and om.user_id = ${user_id}
    where a.id = ${agent_id} and a.deleted_at is null`);
  return rows[0];
}

/** Whether a run of the schedule is at work. One that waits for a person is not: it may do so for days. */
export async function isAtWork(db: Db, scheduleId: string): Promise<boolean> {
  const atWork = activeStatuses.filter((status) => status !== "waiting");
  const [found] = await db
    .select({ id: runs.id })
    .from(runs)
    .innerJoin(scheduleFirings, eq(scheduleFirings.run_id, runs.id))
    .where(and(eq(scheduleFirings.schedule_id, scheduleId), isNotNull(scheduleFirings.run_id), inArray(runs.status, atWork)))
    .limit(1);
  return found !== undefined;
}

/** From when the next due time counts: from now, and never from before what has a row already, for the clock of a store can be set back. */
export async function countsFrom(db: Db, id: string, now: string): Promise<string> {
  const [last] = await db
    .select({ at: max(scheduleFirings.last_due_at) })
    .from(scheduleFirings)
    .where(and(eq(scheduleFirings.schedule_id, id), ne(scheduleFirings.outcome, "by_hand")));
  return last?.at && last.at > now ? last.at : now;
}

interface NewFiring {
  readonly schedule_id: string;
  readonly due_at: string;
  readonly outcome: FiringOutcome;
  readonly count?: number;
  readonly last_due_at?: string;
  readonly run_id?: string;
}

export async function insertFiring(db: Db, firing: NewFiring): Promise<void> {
  await db.insert(scheduleFirings).values({ ...firing, last_due_at: firing.last_due_at ?? firing.due_at });
}

/** Null for one that never fires again: it is paused for good. */
export async function setNext(db: Db, id: string, next: string | null): Promise<void> {
  await db
    .update(schedules)
    .set({ next_fire_at: next, ...(next === null && { enabled: false }) })
    .where(eq(schedules.id, id));
}
