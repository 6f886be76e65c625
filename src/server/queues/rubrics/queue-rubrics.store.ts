import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { type QueueRubric, type QueueRubricSet, maxQueueRubrics } from "#contract/queues/queue-rubrics.ts";
import { rubricSlug } from "#server/agents/rubrics/rubric-slug.ts";
import { newId } from "#server/platform/db/columns.ts";
import { lock, locks } from "#server/platform/db/locks.ts";
import type { Db } from "#server/platform/db/open.ts";
import { queueRubrics, queueVersions } from "./case-evaluation.table.ts";

export type QueueRubricRecord = typeof queueRubrics.$inferSelect;
export type QueueVersionRecord = typeof queueVersions.$inferSelect;
export type RubricWords = Pick<QueueRubricRecord, "title" | "description">;
type Origin = Pick<QueueRubricRecord, "source" | "created_by">;

export function toQueueRubric({ queue_id: _queue, created_by: _by, created_at: _at, ...rubric }: QueueRubricRecord): QueueRubric {
  return rubric;
}

/** Lets one change of a queue's rubrics in at a time, until the transaction ends: of parallel deletes one finds the last rubric. */
export async function lockRubrics(db: Db, queueId: string): Promise<void> {
  await lock(db, locks.queueRubrics(queueId));
}

export async function findVersion(db: Db, queueId: string): Promise<QueueVersionRecord | undefined> {
  const [row] = await db.select().from(queueVersions).where(eq(queueVersions.queue_id, queueId));
  return row;
}

/** What cases of a queue are judged by, in order. */
export async function activeQueueRubrics(db: Db, queueId: string): Promise<QueueRubricRecord[]> {
  return db.select().from(queueRubrics).where(active(queueId)).orderBy(asc(queueRubrics.sort_order), asc(queueRubrics.id));
}

export async function readRubricSet(db: Db, queueId: string): Promise<QueueRubricSet> {
  const rubrics = await activeQueueRubrics(db, queueId);
  const [found] = await db
    .select({
      version: queueVersions.version,
      version_created_at: queueVersions.created_at,
      generating: sql<boolean>`coalesce(${queueVersions.generating_until} > now(), false)`,
    })
    .from(queueVersions)
    .where(eq(queueVersions.queue_id, queueId));
  return { rubrics: rubrics.map(toQueueRubric), version: null, version_created_at: null, generating: false, ...found };
}

/** Behind those that there are, or from a given place on. The caller holds the rubrics' lock. */
export async function insertQueueRubrics(
  db: Db,
  queueId: string,
  added: readonly RubricWords[],
  origin: Origin,
  place?: number,
): Promise<QueueRubricRecord[]> {
  if (added.length === 0) return [];
  const first = place ?? Math.max(-1, ...(await activeQueueRubrics(db, queueId)).map((rubric) => rubric.sort_order)) + 1;
  const rows = added.map(({ title, description }, i) => {
    const id = newId();
    return { id, queue_id: queueId, slug: rubricSlug("case", title, id), title, description, sort_order: first + i, ...origin };
  });
  return db.insert(queueRubrics).values(rows).returning();
}

/** The rows stay: cases were judged by them. */
export async function retireQueueRubrics(db: Db, queueId: string, which: { id?: string; source?: "generated" } = {}): Promise<void> {
  await db
    .update(queueRubrics)
    .set({ deleted_at: sql`now()` })
    .where(
      and(
        active(queueId),
        which.id === undefined ? undefined : eq(queueRubrics.id, which.id),
        which.source && eq(queueRubrics.source, which.source),
      ),
    );
}

/** A person has written the whole set: rubrics that are being made meanwhile are not wanted any more. */
export async function forgetGeneration(db: Db, queueId: string): Promise<void> {
  await db.update(queueVersions).set({ generating_until: null }).where(eq(queueVersions.queue_id, queueId));
}

/** The next version of a queue, or its first. */
export async function beginVersion(db: Db, queueId: string, buildIds: string[]): Promise<QueueVersionRecord> {
  const [row] = await db
    .insert(queueVersions)
    .values({ queue_id: queueId, version: 1, build_ids: buildIds })
    .onConflictDoUpdate({
      target: queueVersions.queue_id,
      set: { version: sql`${queueVersions.version} + 1`, build_ids: buildIds, generating_until: null, created_at: sql`now()` },
    })
    .returning();
  if (!row) throw new Error("upsert returned no version");
  return row;
}

/** Takes the task of making rubrics. Undefined while another worker has it. The caller holds the rubrics' lock. */
export async function takeGeneration(db: Db, queueId: string, seconds: number): Promise<string | undefined> {
  const [row] = await db
    .update(queueVersions)
    .set({ generating_until: sql`now() + make_interval(secs => ${seconds}::int)` })
    .where(and(eq(queueVersions.queue_id, queueId), sql`coalesce(generating_until, '-infinity') <= now()`))
    .returning({ until: queueVersions.generating_until });
  return row?.until ?? undefined;
}

/** Gives the task back when nothing came of it. */
export async function dropGeneration(db: Db, queueId: string, until: string): Promise<void> {
  await db
    .update(queueVersions)
    .set({ generating_until: null })
    .where(and(eq(queueVersions.queue_id, queueId), eq(queueVersions.generating_until, until)));
}

/**
 * Puts what was made into the place of the generated rubrics there are, as far as people's leave room, and begins the version that it was
 * made for. Returns false when a person wrote the whole set meanwhile, or another worker was given the task.
 */
export async function storeGenerated(
  tx: Db,
  queueId: string,
  made: { until: string; buildIds: string[]; rubrics: readonly RubricWords[] },
): Promise<boolean> {
  await lockRubrics(tx, queueId);
  const version = await findVersion(tx, queueId);
  if (version?.generating_until !== made.until) return false;
  await retireQueueRubrics(tx, queueId, { source: "generated" });
  const kept = await activeQueueRubrics(tx, queueId);
  const room = made.rubrics.slice(0, maxQueueRubrics - kept.length);
  await insertQueueRubrics(tx, queueId, room, { source: "generated", created_by: null });
  if (sameBuilds(version.build_ids, made.buildIds)) await dropGeneration(tx, queueId, made.until);
  else await beginVersion(tx, queueId, made.buildIds);
  return true;
}

export function sameBuilds(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id, i) => id === other[i]);
}

function active(queueId: string) {
  return and(eq(queueRubrics.queue_id, queueId), isNull(queueRubrics.deleted_at));
}
