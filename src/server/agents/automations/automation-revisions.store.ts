import { and, count, desc, eq, getTableColumns, sql } from "drizzle-orm";
import type { AutomationRevision, BoundRevision } from "#contract/agents/automation-revisions.ts";
import { newId } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { inSnapshot } from "#server/platform/db/snapshot.ts";
import { agents, revisions } from "#server/agents/agents/agents.table.ts";
import { automationRevisionAgents, automationRevisionQueues, automationRevisions } from "./automation-revisions.table.ts";
import { queues } from "#server/queues/queues/queues.table.ts";
import { users } from "#server/teams/teams.table.ts";

export type AutomationRevisionRecord = typeof automationRevisions.$inferSelect;

const fields = { ...getTableColumns(automationRevisions), created_by_name: users.name };

export async function listRevisionRows(
  db: Db,
  automationId: string,
  page: { limit: number; offset: number },
): Promise<{ revisions: AutomationRevision[]; total: number }> {
  const where = eq(automationRevisions.automation_id, automationId);
  const [rows, [counted]] = await inSnapshot(db, (at) =>
    Promise.all([
      at
        .select(fields)
        .from(automationRevisions)
        .leftJoin(users, eq(users.id, automationRevisions.created_by))
        .where(where)
        .orderBy(sql`${automationRevisions.revision_number} desc nulls first`, desc(automationRevisions.id))
        .limit(page.limit)
        .offset(page.offset),
      at.select({ total: count() }).from(automationRevisions).where(where),
    ]),
  );
  return { revisions: rows, total: counted?.total ?? 0 };
}

/** A revision with its bindings by name. Undefined when the automation has none with this id. */
export async function findBound(db: Db, automationId: string, revisionId: string): Promise<BoundRevision | undefined> {
  const [revision] = await db
    .select(fields)
    .from(automationRevisions)
    .leftJoin(users, eq(users.id, automationRevisions.created_by))
    .where(and(eq(automationRevisions.id, revisionId), eq(automationRevisions.automation_id, automationId)));
  return revision && { ...revision, agents: await agentBindings(db, revisionId), queues: await queueBindings(db, revisionId) };
}

async function agentBindings(db: Db, revisionId: string) {
  return db
    .select({
      agent_id: agents.id,
      agent_name: agents.name,
      build_id: revisions.id,
      build_name: sql<string>`coalesce(${revisions.revision_name}, ${revisions.name})`,
      build_number: revisions.revision_number,
      deleted: sql<boolean>`${agents.deleted_at} is not null`,
    })
    .from(automationRevisionAgents)
    .innerJoin(agents, eq(agents.id, automationRevisionAgents.agent_id))
    .innerJoin(revisions, eq(revisions.id, automationRevisionAgents.build_id))
    .where(eq(automationRevisionAgents.revision_id, revisionId))
    .orderBy(sql`${agents.name} collate "und-x-icu"`, agents.id);
}

async function queueBindings(db: Db, revisionId: string) {
  const b = automationRevisionQueues;
  return db
    .select({
      queue_id: queues.id,
      queue_name: queues.name,
      agent_id: b.agent_id,
      enabled: b.enabled,
      name: b.name,
      description: b.description,
      deleted: sql<boolean>`${queues.deleted_at} is not null`,
    })
    .from(b)
    .innerJoin(queues, eq(queues.id, b.queue_id))
    .where(eq(b.revision_id, revisionId))
    .orderBy(sql`${queues.name} collate "und-x-icu"`, queues.id);
}

/** What a further draft begins from: the active revision, else the newest. */
export async function baseRevision(db: Db, automationId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: automationRevisions.id })
    .from(automationRevisions)
    .where(eq(automationRevisions.automation_id, automationId))
    .orderBy(sql`${automationRevisions.status} = 'active' desc`, desc(automationRevisions.id))
    .limit(1);
  return row?.id;
}

export interface NewDraft {
  readonly automationId: string;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly baseId: string | undefined;
  readonly userId: string;
}

/** Stores a draft with the bindings of its base, without members that were deleted since. */
export async function insertDraft(db: Db, draft: NewDraft): Promise<string> {
  const id = newId();
  const { automationId, name, description, baseId, userId } = draft;
  const row = { id, automation_id: automationId, name, description, status: "draft", created_by: userId } as const;
  await db.insert(automationRevisions).values({ ...row, base_revision_id: baseId ?? null });
  if (!baseId) return id;
  await db.execute(sql`
    insert into ${automationRevisionAgents} (revision_id, automation_id, agent_id, build_id)
    select ${id}, b.automation_id, b.agent_id, b.build_id from ${automationRevisionAgents} b
    join ${agents} a on a.id = b.agent_id and a.deleted_at is null where b.revision_id = ${baseId}`);
  await db.execute(sql`
    insert into ${automationRevisionQueues} (revision_id, automation_id, queue_id, agent_id, enabled, name, description)
    select ${id}, b.automation_id, b.queue_id, a.id, b.enabled, b.name, b.description from ${automationRevisionQueues} b
    join ${queues} q on q.id = b.queue_id and q.deleted_at is null
    left join ${agents} a on a.id = b.agent_id and a.deleted_at is null where b.revision_id = ${baseId}`);
  return id;
}

/** Deletes a draft. The routing is dropped first: it leans on the bindings of agents. */
export async function removeDraft(db: Db, revisionId: string): Promise<void> {
  await db.delete(automationRevisionQueues).where(eq(automationRevisionQueues.revision_id, revisionId));
  await db.delete(automationRevisions).where(eq(automationRevisions.id, revisionId));
}

export async function bindAgent(db: Db, draft: AutomationRevisionIds, agentId: string, buildId: string): Promise<void> {
  const b = automationRevisionAgents;
  await db
    .insert(b)
    .values({ revision_id: draft.id, automation_id: draft.automation_id, agent_id: agentId, build_id: buildId })
    .onConflictDoUpdate({ target: [b.revision_id, b.agent_id], set: { build_id: buildId } });
}

/** Returns false when the draft did not bind the agent. */
export async function unbindAgent(db: Db, revisionId: string, agentId: string): Promise<boolean> {
  await db
    .update(automationRevisionQueues)
    .set({ agent_id: null })
    .where(and(eq(automationRevisionQueues.revision_id, revisionId), eq(automationRevisionQueues.agent_id, agentId)));
  const rows = await db
    .delete(automationRevisionAgents)
    .where(and(eq(automationRevisionAgents.revision_id, revisionId), eq(automationRevisionAgents.agent_id, agentId)))
    .returning({ id: automationRevisionAgents.agent_id });
  return rows.length > 0;
}

type AutomationRevisionIds = Pick<AutomationRevisionRecord, "id" | "automation_id">;
export type Routing = Partial<Pick<typeof automationRevisionQueues.$inferSelect, "agent_id" | "enabled" | "name" | "description">>;

/** Adds a queue to a draft, or changes what is given of its routing. */
export async function bindQueue(db: Db, draft: AutomationRevisionIds, queueId: string, routing: Routing): Promise<void> {
  const b = automationRevisionQueues;
  const insert = db.insert(b).values({ revision_id: draft.id, automation_id: draft.automation_id, queue_id: queueId, ...routing });
  const target = [b.revision_id, b.queue_id];
  if (Object.keys(routing).length === 0) await insert.onConflictDoNothing({ target });
  else await insert.onConflictDoUpdate({ target, set: routing });
}

export async function touchRevision(db: Db, revisionId: string): Promise<void> {
  await db
    .update(automationRevisions)
    .set({ updated_at: sql`now()` })
    .where(eq(automationRevisions.id, revisionId));
}
