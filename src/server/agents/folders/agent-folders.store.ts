import { and, asc, count, eq, inArray, isNull, sql } from "drizzle-orm";
import { type AgentFolder, type AgentFolderRow, maxFolderDepth } from "#contract/agents/agent-folders.ts";
import type { Deletion } from "#contract/deletion.ts";
import { newId } from "#server/platform/db/columns.ts";
import { lock, locks } from "#server/platform/db/locks.ts";
import type { Db } from "#server/platform/db/open.ts";
import { agentFolders, agents } from "#server/agents/agents/agents.table.ts";
import { findDeletion, namedAs, queueTitle } from "#server/agents/deletion/deletion.store.ts";

/** A folder's place: beside which others its name has to be unique. */
export interface FolderPlace {
  readonly teamId: string;
  readonly parentId: string | null;
  readonly name: string;
}

export async function listFolders(db: Db, teamId: string): Promise<AgentFolderRow[]> {
  return db
    .select({
      id: agentFolders.id,
      name: agentFolders.name,
      team_id: agentFolders.team_id,
      parent_folder_id: agentFolders.parent_folder_id,
      created_at: agentFolders.created_at,
      updated_at: agentFolders.updated_at,
      agent_count: sql<number>`(select count(*)::int from ${agents} a where a.folder_id = agent_folders.id)`,
      subfolder_count: sql<number>`(select count(*)::int from ${agentFolders} f where f.parent_folder_id = agent_folders.id)`,
    })
    .from(agentFolders)
    .where(eq(agentFolders.team_id, teamId))
    .orderBy(sql`${agentFolders.name} collate "und-x-icu"`, asc(agentFolders.id));
}

/** Whoever changes the tree of a team waits for the others: whether two moves together make a circle no constraint can tell. */
export async function lockFolderTree(db: Db, teamId: string): Promise<void> {
  await lock(db, locks.agentFolders(teamId));
}

/** A folder of the team, kept from being deleted until the transaction ends. */
export async function holdFolder(db: Db, teamId: string, folderId: string): Promise<AgentFolder | undefined> {
  const [folder] = await db
    .select()
    .from(agentFolders)
    .where(and(eq(agentFolders.id, folderId), eq(agentFolders.team_id, teamId)))
    .for("key share");
  return folder;
}

export async function countFolders(db: Db, teamId: string): Promise<number> {
  const [row] = await db.select({ total: count() }).from(agentFolders).where(eq(agentFolders.team_id, teamId));
  return row?.total ?? 0;
}

/** The id of the folder that has this name in this place. */
export async function folderNamed(db: Db, { teamId, parentId, name }: FolderPlace): Promise<string | undefined> {
  const [row] = await db
    .select({ id: agentFolders.id })
    .from(agentFolders)
    .where(
      and(
        eq(agentFolders.team_id, teamId),
        eq(agentFolders.name, name),
        parentId === null ? isNull(agentFolders.parent_folder_id) : eq(agentFolders.parent_folder_id, parentId),
      ),
    );
  return row?.id;
}

/** A folder and those around it, itself first. */
export async function folderPath(db: Db, folderId: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with recursive around as (
      select id, parent_folder_id, 1 as depth from ${agentFolders} where id = ${folderId}
      union all
      select f.id, f.parent_folder_id, depth + 1 from ${agentFolders} f join around on f.id = around.parent_folder_id
      where depth < ${maxFolderDepth})
    select id from around order by depth`);
  return rows.map((row) => row.id);
}

/** A folder with everything below it: how many levels that is, and how many agents lie there. */
export async function folderContents(db: Db, folderId: string): Promise<{ height: number; folders: number; agents: number }> {
  const { rows } = await db.execute<{ height: number; folders: number; agents: number }>(sql`
    with recursive below as (
      select id, 1 as depth from ${agentFolders} where id = ${folderId}
      union all
      select f.id, depth + 1 from ${agentFolders} f join below on f.parent_folder_id = below.id where depth < ${maxFolderDepth})
    select max(depth)::int as height, count(*)::int - 1 as folders,
      (select count(*)::int from ${agents} where folder_id in (select id from below)) as agents from below`);
  return rows[0] ?? { height: 0, folders: 0, agents: 0 };
}

/** Below a folder with everything in it; agents and queues that are deleted keep their place without anybody seeing it. */
export async function findFolderDeletion(db: Db, folderId: string): Promise<Deletion> {
  const below = sql`(
    with recursive below as (
      select id, 1 as depth from ${agentFolders} where id = ${folderId}
      union all
      select f.id, depth + 1 from ${agentFolders} f join below on f.parent_folder_id = below.id where depth < ${maxFolderDepth})
    select id from below)`;
  return findDeletion(db, [
    namedAs("folders", sql`from agent_folders it where it.id in ${below} and it.id <> ${folderId}`),
    namedAs("unfiled", sql`from agents it where it.folder_id in ${below} and it.deleted_at is null`),
    namedAs("unfiledQueues", sql`from queues it where it.folder_id in ${below} and it.deleted_at is null`, queueTitle),
  ]);
}

export async function insertFolder(db: Db, { teamId, parentId, name }: FolderPlace): Promise<AgentFolder> {
  const [folder] = await db.insert(agentFolders).values({ id: newId(), team_id: teamId, parent_folder_id: parentId, name }).returning();
  if (!folder) throw new Error("insert returned no folder");
  return folder;
}

export async function placeFolder(db: Db, folderId: string, { parentId, name }: FolderPlace): Promise<AgentFolder | undefined> {
  const [folder] = await db
    .update(agentFolders)
    .set({ parent_folder_id: parentId, name, updated_at: sql`now()` })
    .where(eq(agentFolders.id, folderId))
    .returning();
  return folder;
}

/** Deletes a folder with those below it; the store puts their agents at the root. */
export async function removeFolder(db: Db, folderId: string): Promise<void> {
  await db.delete(agentFolders).where(eq(agentFolders.id, folderId));
}

/**
 * Puts agents of the team into a folder that the caller holds, or at the root. Returns how many changed their place, or undefined, with
 * nothing changed, when one of them is not an agent of the team. Rows are locked in the order of their ids: two moves may share some.
 */
export async function putAgents(db: Db, teamId: string, ids: readonly string[], folderId: string | null): Promise<number | undefined> {
  const known = await db
    .select({ id: agents.id, folder_id: agents.folder_id })
    .from(agents)
    .where(and(inArray(agents.id, [...ids]), eq(agents.team_id, teamId), isNull(agents.deleted_at)))
    .orderBy(agents.id)
    .for("no key update");
  if (known.length < ids.length) return undefined;
  const moved = known.filter((agent) => agent.folder_id !== folderId).map((agent) => agent.id);
  // `updated_at` stays: where an agent is found is no change of the agent.
  if (moved.length > 0) await db.update(agents).set({ folder_id: folderId }).where(inArray(agents.id, moved));
  return moved.length;
}
