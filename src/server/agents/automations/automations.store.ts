import { and, count, desc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Automation } from "#contract/agents/automations.ts";
import { contains } from "#server/platform/db/letters.ts";
import { newId } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { inSnapshot } from "#server/platform/db/snapshot.ts";
import { agents } from "#server/agents/agents/agents.table.ts";
import { automationRevisionAgents, automationRevisionQueues, automationRevisions } from "./automation-revisions.table.ts";
import { automations } from "./automations.table.ts";
import { queues } from "#server/queues/queues/queues.table.ts";

export type AutomationRecord = typeof automations.$inferSelect;

/** Of a deleted automation the members that went with it count. */
const membersOf = (table: typeof agents | typeof queues) =>
  sql<number>`(select count(*)::int from ${table} m where m.automation_id = ${automations.id}
    and m.deleted_at is not distinct from ${automations.deleted_at})`;

const automationFields = {
  id: automations.id,
  team_id: automations.team_id,
  name: automations.name,
  agent_count: membersOf(agents),
  queue_count: membersOf(queues),
  active_revision_id: automationRevisions.id,
  active_revision_number: automationRevisions.revision_number,
  created_by: automations.created_by,
  created_at: automations.created_at,
  updated_at: automations.updated_at,
  deleted_at: automations.deleted_at,
};

const active = and(eq(automationRevisions.automation_id, automations.id), eq(automationRevisions.status, "active"));

function select(db: Db, where: SQL | undefined) {
  return db.select(automationFields).from(automations).leftJoin(automationRevisions, active).where(where);
}

export async function listAutomationRows(
  db: Db,
  teamId: string,
  { deleted, search, limit, offset }: { deleted: boolean; search: string | undefined; limit: number; offset: number },
): Promise<{ automations: Automation[]; total: number }> {
  const where = and(
    eq(automations.team_id, teamId),
    deleted ? isNotNull(automations.deleted_at) : isNull(automations.deleted_at),
    search === undefined ? undefined : contains(automations.name, search),
  );
  const [rows, [counted]] = await inSnapshot(db, (at) =>
    Promise.all([
      select(at, where)
        .orderBy(desc(deleted ? automations.deleted_at : automations.updated_at), desc(automations.id))
        .limit(limit)
        .offset(offset),
      at.select({ total: count() }).from(automations).where(where),
    ]),
  );
  return { automations: rows, total: counted?.total ?? 0 };
}

export async function findAutomation(db: Db, automationId: string): Promise<Automation | undefined> {
  return (await select(db, and(eq(automations.id, automationId), isNull(automations.deleted_at))))[0];
}

/** Makes changes of an automation wait for each other; always the first lock, before those of its agents and queues. */
export async function lockAutomation(db: Db, automationId: string): Promise<AutomationRecord | undefined> {
  const [row] = await db
    .select()
    .from(automations)
    .where(and(eq(automations.id, automationId), isNull(automations.deleted_at)))
    .for("no key update");
  return row;
}

export async function lockDeletedAutomation(db: Db, teamId: string, automationId: string): Promise<AutomationRecord | undefined> {
  const [row] = await db
    .select()
    .from(automations)
    .where(and(eq(automations.id, automationId), eq(automations.team_id, teamId), isNotNull(automations.deleted_at)))
    .for("no key update");
  return row;
}

/** As {@link lockAutomation}, for the one that an agent or a queue belongs to, if any. */
export async function lockAutomationOf(db: Db, table: typeof agents | typeof queues, memberId: string): Promise<void> {
  await db.execute(sql`
    select a.id from ${automations} a where a.id = (select m.automation_id from ${table} m where m.id = ${memberId}) for no key update`);
}

export async function insertAutomation(db: Db, teamId: string, name: string, userId: string): Promise<string> {
  const id = newId();
  await db.insert(automations).values({ id, team_id: teamId, name, created_by: userId });
  return id;
}

/** Renames an automation, or with an empty patch notes that something of it changed. */
export async function patchAutomation(db: Db, automationId: string, patch: { name?: string | undefined } = {}): Promise<void> {
  await db
    .update(automations)
    .set({ ...patch, updated_at: sql`now()` })
    .where(eq(automations.id, automationId));
}

/** Deletes an automation and its members at one instant. A run that is being started right now is waited for. Returns the agents. */
export async function putAway(db: Db, automationId: string): Promise<string[]> {
  await db.execute(sql`select id from ${agents} where automation_id = ${automationId} and deleted_at is null order by id for update`);
  const gone = { deleted_at: sql`now()` };
  await db.update(automations).set(gone).where(eq(automations.id, automationId));
  await db
    .update(queues)
    .set(gone)
    .where(and(eq(queues.automation_id, automationId), isNull(queues.deleted_at)));
  const rows = await db
    .update(agents)
    .set(gone)
    .where(and(eq(agents.automation_id, automationId), isNull(agents.deleted_at)))
    .returning({ id: agents.id });
  return rows.map((row) => row.id);
}

/** Brings back an automation and what went with it, which carries the same instant of deletion. */
export async function bringBack(db: Db, { id, deleted_at }: AutomationRecord): Promise<void> {
  for (const table of [agents, queues])
    await db.execute(sql`update ${table} set deleted_at = null where automation_id = ${id} and deleted_at = ${deleted_at}::timestamptz`);
  await db
    .update(automations)
    .set({ deleted_at: null, updated_at: sql`now()` })
    .where(eq(automations.id, id));
}

export async function setOwner(db: Db, table: typeof agents | typeof queues, memberId: string, automationId: string): Promise<void> {
  await db.execute(sql`update ${table} set automation_id = ${automationId} where id = ${memberId}`);
}

export async function countMembers(db: Db, table: typeof agents | typeof queues, automationId: string): Promise<number> {
  const [row] = await db
    .select({ members: count() })
    .from(table)
    .where(and(eq(table.automation_id, automationId), isNull(table.deleted_at)));
  return row?.members ?? 0;
}

const drafts = sql`(select id from ${automationRevisions} where status = 'draft')`;

/** Takes a deleted agent out of every draft; queues routed to it are routed to nobody. */
export async function forgetAgent(db: Db, agentId: string): Promise<void> {
  await db.execute(sql`update ${automationRevisionQueues} set agent_id = null where agent_id = ${agentId} and revision_id in ${drafts}`);
  await db.execute(sql`delete from ${automationRevisionAgents} where agent_id = ${agentId} and revision_id in ${drafts}`);
}

export async function forgetQueue(db: Db, queueId: string): Promise<void> {
  await db.execute(sql`delete from ${automationRevisionQueues} where queue_id = ${queueId} and revision_id in ${drafts}`);
}

/** Whether a revision of an automation binds this build. */
export async function isBound(db: Db, buildId: string): Promise<boolean> {
  const b = automationRevisionAgents;
  return (await db.select({ id: b.build_id }).from(b).where(eq(b.build_id, buildId)).limit(1)).length > 0;
}

/** Whether the automation of an agent or a queue has been activated. */
export async function isActivated(db: Db, automationId: string): Promise<boolean> {
  const rows = await db
    .select({ id: automationRevisions.id })
    .from(automationRevisions)
    .where(and(eq(automationRevisions.automation_id, automationId), eq(automationRevisions.status, "active")));
  return rows.length > 0;
}
