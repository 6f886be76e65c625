import { and, count, eq, isNull, or, sql } from "drizzle-orm";
import { newId } from "#server/platform/db/columns.ts";
import { unlessDuplicate } from "#server/platform/db/duplicate.ts";
import { lock, locks } from "#server/platform/db/locks.ts";
import type { Db } from "#server/platform/db/open.ts";
import { inSnapshot } from "#server/platform/db/snapshot.ts";
import { listViews } from "./lists.table.ts";

export type ViewRecord = typeof listViews.$inferSelect;

/** A list: of a team, or of a queue in it. */
export type Place = Pick<ViewRecord, "team_id" | "place_id" | "list">;
const inPlace = ({ place_id, list }: Place) => and(eq(listViews.place_id, place_id), eq(listViews.list, list));

/** A page of a list's views that a person sees, the team's and their own, and how many there are. */
export async function pageOfViews(db: Db, place: Place, userId: string, page: { limit: number; offset: number }) {
  const visible = and(inPlace(place), or(isNull(listViews.owner_id), eq(listViews.owner_id, userId)));
  const [rows, [counted]] = await inSnapshot(db, (at) =>
    Promise.all([
      at
        .select()
        .from(listViews)
        .where(visible)
        .orderBy(sql`${listViews.name} collate "und-x-icu"`, listViews.id)
        .limit(page.limit)
        .offset(page.offset),
      at.select({ total: count() }).from(listViews).where(visible),
    ]),
  );
  return { rows, total: counted?.total ?? 0 };
}

/** How many views of a list belong to a person, or to the team where `ownerId` is null. One caller at a time learns it until the transaction ends. */
export async function countViews(db: Db, place: Place, ownerId: string | null): Promise<number> {
  await lock(db, locks.listViews(place.place_id, place.list));
  const whose = ownerId === null ? isNull(listViews.owner_id) : eq(listViews.owner_id, ownerId);
  const [row] = await db
    .select({ n: count() })
    .from(listViews)
    .where(and(inPlace(place), whose));
  return row?.n ?? 0;
}

/** Locks a view until the transaction ends. */
export async function lockView(db: Db, place: Place, viewId: string): Promise<ViewRecord | undefined> {
  const [view] = await db
    .select()
    .from(listViews)
    .where(and(inPlace(place), eq(listViews.id, viewId)))
    .for("update");
  return view;
}

/** Undefined when its name is taken. */
export async function insertView(
  db: Db,
  columns: Omit<typeof listViews.$inferInsert, "id" | "created_at" | "updated_at">,
): Promise<ViewRecord | undefined> {
  const write = (tx: Db) =>
    tx
      .insert(listViews)
      .values({ ...columns, id: newId() })
      .returning();
  return (await unlessDuplicate(db, write))?.[0];
}

/** Undefined when its name is taken. */
export async function updateView(
  db: Db,
  id: string,
  columns: { name?: string | undefined; search?: string | undefined },
): Promise<ViewRecord | undefined> {
  const set = { ...columns, updated_at: sql`now()` };
  return (await unlessDuplicate(db, (tx) => tx.update(listViews).set(set).where(eq(listViews.id, id)).returning()))?.[0];
}

export async function removeView(db: Db, id: string): Promise<void> {
  await db.delete(listViews).where(eq(listViews.id, id));
}
