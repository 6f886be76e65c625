import { and, count, desc, eq, inArray, or, sql } from "drizzle-orm";
import type { ProcessLink } from "#contract/clarity/links.ts";
import type { LandscapeLink } from "#contract/clarity/node.ts";
import { newId } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { clarityLinks } from "./landscape.table.ts";

export type LinkRecord = typeof clarityLinks.$inferSelect;

/** The specification's record. */
export function toLink({ organization_id: _, ...record }: LinkRecord): ProcessLink {
  return record;
}

export function toLandscapeLink({ id, source_node_id, target_node_id, type, state, confidence, rationale }: LinkRecord): LandscapeLink {
  return { id, sourceNodeId: source_node_id, targetNodeId: target_node_id, type, state, confidence, rationale };
}

const between = (ids: readonly string[]) =>
  and(inArray(clarityLinks.source_node_id, [...ids]), inArray(clarityLinks.target_node_id, [...ids]));

/** The links whose both ends are among these places. */
export async function listLinksOf(db: Db, nodeIds: readonly string[]): Promise<LinkRecord[]> {
  if (nodeIds.length === 0) return [];
  return db.select().from(clarityLinks).where(between(nodeIds)).orderBy(clarityLinks.created_at, clarityLinks.id);
}

/** A page of them, the newest first; `touching`: only those of one place. */
export async function pageLinksOf(
  db: Db,
  nodeIds: readonly string[],
  { touching, limit, offset }: { touching: string | undefined; limit: number; offset: number },
): Promise<{ process_links: ProcessLink[]; total: number }> {
  if (nodeIds.length === 0) return { process_links: [], total: 0 };
  const touches =
    touching === undefined ? undefined : or(eq(clarityLinks.source_node_id, touching), eq(clarityLinks.target_node_id, touching));
  const where = and(between(nodeIds), touches);
  const rows = await db
    .select()
    .from(clarityLinks)
    .where(where)
    .orderBy(desc(clarityLinks.created_at), desc(clarityLinks.id))
    .limit(limit)
    .offset(offset);
  const [counted] = await db.select({ total: count() }).from(clarityLinks).where(where);
  return { process_links: rows.map(toLink), total: counted?.total ?? 0 };
}

export async function countLinks(db: Db, organizationId: string): Promise<number> {
  const [row] = await db.select({ total: count() }).from(clarityLinks).where(eq(clarityLinks.organization_id, organizationId));
  return row?.total ?? 0;
}

export async function findLink(db: Db, organizationId: string, id: string): Promise<LinkRecord | undefined> {
  const [row] = await db
    .select()
    .from(clarityLinks)
    .where(and(eq(clarityLinks.id, id), eq(clarityLinks.organization_id, organizationId)));
  return row;
}

type Ends = Pick<LinkRecord, "source_node_id" | "target_node_id" | "type">;

export async function findEqualLink(db: Db, { source_node_id, target_node_id, type }: Ends): Promise<LinkRecord | undefined> {
  const [row] = await db
    .select()
    .from(clarityLinks)
    .where(
      and(eq(clarityLinks.source_node_id, source_node_id), eq(clarityLinks.target_node_id, target_node_id), eq(clarityLinks.type, type)),
    );
  return row;
}

export async function insertLink(
  db: Db,
  values: Ends & Partial<LinkRecord> & Pick<LinkRecord, "organization_id" | "state">,
): Promise<LinkRecord> {
  const [row] = await db
    .insert(clarityLinks)
    .values({ ...values, id: newId() })
    .returning();
  if (!row) throw new Error("insert returned no link");
  return row;
}

export async function patchLink(db: Db, id: string, patch: Partial<LinkRecord>): Promise<LinkRecord> {
  const [row] = await db
    .update(clarityLinks)
    .set({ ...patch, updated_at: sql`now()` })
    .where(eq(clarityLinks.id, id))
    .returning();
  if (!row) throw new Error("a held link is gone");
  return row;
}

export async function removeLink(db: Db, id: string): Promise<void> {
  await db.delete(clarityLinks).where(eq(clarityLinks.id, id));
}
