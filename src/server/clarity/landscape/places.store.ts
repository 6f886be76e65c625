import { and, eq, inArray, sql } from "drizzle-orm";
import { maxNodes } from "#contract/clarity/node.ts";
import { type ProcessRecord } from "#server/clarity/processes/processes.store.ts";
import { clarityProcesses } from "#server/clarity/processes/processes.table.ts";
import { newId } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { teams } from "#server/teams/teams.table.ts";
import { clarityNodes } from "./landscape.table.ts";

type NodeRecord = typeof clarityNodes.$inferSelect;
export type PlacedProcess = Pick<ProcessRecord, "id" | "name" | "status" | "version" | "visibility" | "user_id" | "team_id" | "updated_at">;

/** A place with the process that is there, under the name that the process has. */
export interface Place extends NodeRecord {
  readonly process: PlacedProcess | null;
  readonly team_name: string | null;
}

const { id, name, status, version, visibility, user_id, team_id, updated_at } = clarityProcesses;
export const processFields = { id, name, status, version, visibility, user_id, team_id, updated_at };

const selectPlaces = (db: Db) =>
  db
    .select({ node: clarityNodes, process: processFields, team_name: teams.name })
    .from(clarityNodes)
    .leftJoin(clarityProcesses, eq(clarityProcesses.id, clarityNodes.process_id))
    .leftJoin(teams, eq(teams.id, clarityProcesses.team_id));

const toPlace = ({ node, process, team_name }: Awaited<ReturnType<typeof selectPlaces>>[number]): Place => ({
  ...node,
  name: process?.name ?? node.name,
  process,
  team_name,
});

/** Every place of an organization, in the order that siblings have. */
export async function listPlaces(db: Db, organizationId: string): Promise<Place[]> {
  const rows = await selectPlaces(db)
    .where(eq(clarityNodes.organization_id, organizationId))
    .orderBy(clarityNodes.sort_order, clarityNodes.created_at, clarityNodes.id)
    .limit(maxNodes + 1);
  return rows.map(toPlace);
}

export async function findPlace(db: Db, organizationId: string, nodeId: string): Promise<Place | undefined> {
  const [row] = await selectPlaces(db).where(and(eq(clarityNodes.id, nodeId), eq(clarityNodes.organization_id, organizationId)));
  return row && toPlace(row);
}

export async function isPlaced(db: Db, processId: string): Promise<boolean> {
  const rows = await db.select({ id: clarityNodes.id }).from(clarityNodes).where(eq(clarityNodes.process_id, processId));
  return rows.length > 0;
}

type NewPlace = Pick<NodeRecord, "organization_id" | "parent_id" | "kind" | "name" | "existence" | "source"> & Partial<NodeRecord>;

/** Behind its siblings. What a person makes is confirmed by that. */
export async function insertPlace(db: Db, values: NewPlace): Promise<string> {
  const nodeId = newId();
  const confirmed = values.source === "human" ? sql`now()` : null;
  await db.insert(clarityNodes).values({
    ...values,
    id: nodeId,
    sort_order: lastAmong(values.organization_id, values.parent_id),
    content_confirmed_at: confirmed,
    existence_confirmed_at: values.existence === "active" ? confirmed : null,
  });
  return nodeId;
}

function lastAmong(organizationId: string, parentId: string | null) {
  const siblings = parentId === null ? sql`n.parent_id is null` : sql`n.parent_id = ${parentId}`;
  return sql<number>`(select coalesce(max(n.sort_order), 0) + 1 from clarity_nodes n where n.organization_id = ${organizationId} and ${siblings})`;
}

export async function patchPlace(db: Db, nodeId: string, patch: Partial<NodeRecord>): Promise<void> {
  await db
    .update(clarityNodes)
    .set({ ...patch, updated_at: sql`now()` })
    .where(eq(clarityNodes.id, nodeId));
}

/** What is in it now was seen by a person. */
export async function confirmPlace(db: Db, nodeId: string, patch: Partial<NodeRecord>, alsoExistence: boolean): Promise<void> {
  await db
    .update(clarityNodes)
    .set({
      ...patch,
      updated_at: sql`now()`,
      content_confirmed_at: sql`now()`,
      ...(alsoExistence && { existence_confirmed_at: sql`now()` }),
    })
    .where(eq(clarityNodes.id, nodeId));
}

export async function movePlace(db: Db, { organization_id, id: nodeId }: NodeRecord, parentId: string | null): Promise<void> {
  await db
    .update(clarityNodes)
    .set({ parent_id: parentId, sort_order: lastAmong(organization_id, parentId), updated_at: sql`now()` })
    .where(eq(clarityNodes.id, nodeId));
}

/** What is directly inside a place goes where the place is. */
export async function liftChildren(db: Db, place: Pick<NodeRecord, "id" | "parent_id">): Promise<void> {
  await db.update(clarityNodes).set({ parent_id: place.parent_id }).where(eq(clarityNodes.parent_id, place.id));
}

export async function removePlaces(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.delete(clarityNodes).where(inArray(clarityNodes.id, [...ids]));
}

export async function findPlaceOf(db: Db, processId: string): Promise<NodeRecord | undefined> {
  const [row] = await db.select().from(clarityNodes).where(eq(clarityNodes.process_id, processId));
  return row;
}
