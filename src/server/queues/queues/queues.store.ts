import { and, count, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Queue } from "#contract/queues/queues.ts";
import { contains } from "#server/platform/db/letters.ts";
import { newId } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { inSnapshot } from "#server/platform/db/snapshot.ts";
import { automationRevisionQueues, automationRevisions } from "#server/agents/automations/automation-revisions.table.ts";
import { caseCounts, queues } from "./queues.table.ts";
import { countsOf } from "#server/queues/rubrics/judged-parts.ts";

export type QueueRecord = typeof queues.$inferSelect;

/** What people see: the name that an active revision gives it, else its own. */
export const shownName = sql<string>`coalesce(${queues.revision_name}, ${queues.name})`;

const queueFields = {
  id: queues.id,
  name: shownName,
  description: sql<string | null>`coalesce(${queues.revision_description}, ${queues.description})`,
  folder_id: queues.folder_id,
  automation_id: queues.automation_id,
  team_id: queues.team_id,
  created_at: queues.created_at,
  has_approvals: queues.has_approvals,
  case_counts: sql<Record<string, number>>`(select coalesce(jsonb_object_agg(s.status, s.n), '{}') from (
    select c.status, sum(c.n) as n from ${caseCounts} c where c.scope = ${queues.id}::text and c.status <> '' group by c.status) s)`,
};

function toQueue(row: Omit<Queue, "case_counts"> & { case_counts: Record<string, number> }): Queue {
  return { ...row, case_counts: countsOf(row.case_counts) };
}

export interface QueueQuery {
  readonly teamId: string;
  readonly automationId?: string | undefined;
  readonly search?: string | undefined;
}
interface QueuePage extends QueueQuery {
  readonly limit: number;
  readonly offset: number;
}

function conditions({ teamId, automationId, search }: QueueQuery): SQL | undefined {
  return and(
    eq(queues.team_id, teamId),
    isNull(queues.deleted_at),
    automationId === undefined ? undefined : eq(queues.automation_id, automationId),
    search === undefined ? undefined : contains(shownName, search),
  );
}
const inOrder = [sql`${shownName} collate "und-x-icu"`, queues.id];

/** The ids of a list, in its order; `most` of them at most. */
export async function listQueueIds(db: Db, filter: QueueQuery, most: number): Promise<string[]> {
  const rows = await db
    .select({ id: queues.id })
    .from(queues)
    .where(conditions(filter))
    .orderBy(...inOrder)
    .limit(most);
  return rows.map(({ id }) => id);
}

/** Those of the queues that still exist, in no particular order. */
export async function readQueueRows(db: Db, ids: readonly string[]): Promise<Queue[]> {
  const rows = await db
    .select(queueFields)
    .from(queues)
    .where(and(inArray(queues.id, [...ids]), isNull(queues.deleted_at)));
  return rows.map(toQueue);
}

export async function listQueueRows(db: Db, filter: QueuePage): Promise<{ queues: Queue[]; total: number }> {
  const where = conditions(filter);
  const [rows, [counted]] = await inSnapshot(db, (at) =>
    Promise.all([
      at
        .select(queueFields)
        .from(queues)
        .where(where)
        .orderBy(...inOrder)
        .limit(filter.limit)
        .offset(filter.offset),
      at.select({ total: count() }).from(queues).where(where),
    ]),
  );
  return { queues: rows.map(toQueue), total: counted?.total ?? 0 };
}

export async function findQueue(db: Db, queueId: string): Promise<Queue | undefined> {
  const [row] = await db
    .select(queueFields)
    .from(queues)
    .where(and(eq(queues.id, queueId), isNull(queues.deleted_at)));
  return row && toQueue(row);
}

/**
 * Locks a queue: `key share` keeps it from being deleted, `no key update` also lets one change at a time, and `update` keeps out whoever is
 * about to name it. Undefined when it does not exist (any more).
 */
export async function lockQueue(
  db: Db,
  queueId: string,
  mode: "key share" | "no key update" | "update" = "no key update",
): Promise<QueueRecord | undefined> {
  const [row] = await db
    .select()
    .from(queues)
    .where(and(eq(queues.id, queueId), isNull(queues.deleted_at)))
    .for(mode);
  return row;
}

export type NewQueue = Pick<QueueRecord, "team_id" | "name" | "description" | "folder_id" | "automation_id">;

export async function insertQueue(db: Db, queue: NewQueue, userId: string): Promise<string> {
  const id = newId();
  await db.insert(queues).values({ ...queue, id, created_by: userId });
  return id;
}

export type QueuePatch = Partial<Pick<QueueRecord, "name" | "description" | "folder_id">>;

export async function patchQueue(db: Db, queueId: string, patch: QueuePatch): Promise<void> {
  await db
    .update(queues)
    .set({ ...patch, updated_at: sql`now()` })
    .where(eq(queues.id, queueId));
}

/** Keeps the row as a name for past runs. */
export async function markQueueDeleted(db: Db, queueId: string): Promise<void> {
  await db
    .update(queues)
    .set({ deleted_at: sql`now()` })
    .where(eq(queues.id, queueId));
}

/** Whether another queue that the active revision of the same automation runs is shown under the same name. */
export async function isNameShared(db: Db, { id, automation_id }: QueueRecord): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from ${queues} q join ${automationRevisions} r on r.automation_id = ${automation_id} and r.status = 'active'
    join ${automationRevisionQueues} mine on mine.revision_id = r.id and mine.queue_id = q.id
    join ${automationRevisionQueues} b on b.revision_id = r.id and b.queue_id <> q.id
    join ${queues} o on o.id = b.queue_id and o.deleted_at is null and coalesce(b.name, o.name) = q.name
    where q.id = ${id} limit 1`);
  return rows.length > 0;
}
