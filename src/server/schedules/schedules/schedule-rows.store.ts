import { type SQL, and, eq, getTableColumns, sql } from "drizzle-orm";
import type { Schedule } from "#contract/schedules/schedule.ts";
import type { Db } from "#server/platform/db/open.ts";
import { schedules } from "#server/schedules/schedules.table.ts";
import { users } from "#server/teams/teams.table.ts";

const { zone_rules: _, ended_at: __, ...shown } = getTableColumns(schedules);

/** The specification's record. `revisions` is the agents area's table, which knows this file. */
const fields = {
  ...shown,
  build_id: sql<string>`(select r.id from revisions r where r.agent_id = schedules.agent_id
    order by r.status = 'live' desc, r.revision_number desc limit 1)`,
  source: sql<null>`null`,
  task: sql<null>`null`,
};

/** Of an agent, as many are answered. A person makes fewer; somebody who moved an agent has those of everyone who had some on it. */
export const mostAnswered = 500;

/** As many at most, the oldest first. */
export async function listSchedules(db: Db, where: SQL | undefined, most: number): Promise<Schedule[]> {
  return db.select(fields).from(schedules).where(where).orderBy(schedules.created_at, schedules.id).limit(most);
}

export const ofAgent = (agentId: string) => eq(schedules.agent_id, agentId);
export const ofPerson = (agentId: string, userId: string) => and(ofAgent(agentId), eq(schedules.user_id, userId));

/** As {@link listSchedules}, as many at most, with the owners' names. */
export async function listOwnedSchedules(db: Db, where: SQL | undefined, most: number): Promise<Schedule[]> {
  return db
    .select({ ...fields, user_name: users.name, user_email: users.email })
    .from(schedules)
    .innerJoin(users, eq(users.id, schedules.user_id))
    .where(where)
    .orderBy(schedules.created_at, schedules.id)
    .limit(most);
}

export async function findSchedule(db: Db, id: string): Promise<Schedule | undefined> {
  return (await listSchedules(db, eq(schedules.id, id), 1))[0];
}

/** The schedules of the live revisions of agents, which are those of one person on the agents, by the id of the revision. */
export async function schedulesOfBuilds(db: Db, userId: string, agentIds: readonly string[]): Promise<Map<string, Schedule[]>> {
  if (agentIds.length === 0) return new Map();
  const own = and(eq(schedules.user_id, userId), sql`${schedules.agent_id} = any(${sql.param([...agentIds])}::uuid[])`);
  return Map.groupBy(await listSchedules(db, own, agentIds.length * mostAnswered), (schedule) => schedule.build_id);
}

export async function removeSchedulesOfAgent(db: Db, agentId: string): Promise<void> {
  await db.delete(schedules).where(eq(schedules.agent_id, agentId));
}

/** Whoever set a schedule up may have no place in the team that its agent goes to; whoever moves the agent has. */
export async function giveSchedules(db: Db, agentIds: readonly string[], userId: string): Promise<void> {
  await db
    .update(schedules)
    .set({ user_id: userId, updated_at: sql`now()` })
    .where(sql`${schedules.agent_id} = any(${sql.param([...agentIds])}::uuid[])`);
}
