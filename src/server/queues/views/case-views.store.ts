import { and, count, eq, isNull, or, sql } from "drizzle-orm";
import { newId } from "#server/platform/db/columns.ts";
import { unlessDuplicate } from "#server/platform/db/duplicate.ts";
import type { Db } from "#server/platform/db/open.ts";
import { inSnapshot } from "#server/platform/db/snapshot.ts";
import { caseViews } from "./case-views.table.ts";

export type ViewRecord = typeof caseViews.$inferSelect;
type ViewColumns = Omit<typeof caseViews.$inferInsert, "id" | "created_at" | "updated_at">;

/** A page of a queue's views that a person sees, the team's and their own, and how many there are. */
export async function listViews(db: Db, queueId: string, userId: string, page: { limit: number; offset: number }) {
  const visible = and(eq(caseViews.queue_id, queueId), or(isNull(caseViews.owner_id), eq(caseViews.owner_id, userId)));
  const [rows, [counted]] = await inSnapshot(db, (at) =>
    Promise.all([
      at
        .select()
        .from(caseViews)
        .where(visible)
        .orderBy(sql`${caseViews.name} collate "und-x-icu"`, caseViews.id)
        .limit(page.limit)
        .offset(page.offset),
      at.select({ total: count() }).from(caseViews).where(visible),
    ]),
  );
  return { rows, total: counted?.total ?? 0 };
}

/** How many views of a queue belong to a person, or to the team where `ownerId` is null. */
export async function countViews(db: Db, queueId: string, ownerId: string | null): Promise<number> {
  const whose = ownerId === null ? isNull(caseViews.owner_id) : eq(caseViews.owner_id, ownerId);
  const [row] = await db
    .select({ n: count() })
    .from(caseViews)
    .where(and(eq(caseViews.queue_id, queueId), whose));
  return row?.n ?? 0;
}

/** Locks a view until the transaction ends. */
export async function lockView(db: Db, queueId: string, viewId: string): Promise<ViewRecord | undefined> {
  const [view] = await db
    .select()
    .from(caseViews)
    .where(and(eq(caseViews.queue_id, queueId), eq(caseViews.id, viewId)))
    .for("update");
  return view;
}

/** Undefined when its name is taken. */
export async function insertView(db: Db, columns: ViewColumns): Promise<ViewRecord | undefined> {
  const write = (tx: Db) =>
    tx
      .insert(caseViews)
      .values({ ...columns, id: newId() })
      .returning();
  return (await unlessDuplicate(db, write))?.[0];
}

/** Undefined when its name is taken. */
export async function updateView(db: Db, id: string, columns: Partial<ViewColumns>): Promise<ViewRecord | undefined> {
  const set = { ...columns, updated_at: sql`now()` };
  return (await unlessDuplicate(db, (tx) => tx.update(caseViews).set(set).where(eq(caseViews.id, id)).returning()))?.[0];
}

export async function removeView(db: Db, id: string): Promise<void> {
  await db.delete(caseViews).where(eq(caseViews.id, id));
}
