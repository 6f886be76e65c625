import { maxFolderDepth, maxFolders } from "#contract/agents/agent-folders.ts";
import type * as contract from "#contract/agents/agent-folders.ts";
import type { Context, Handlers } from "#server/platform/http/context.ts";
import { invalid, refuse } from "#server/platform/http/refusal.ts";
import {
  countFolders,
  findFolderDeletion,
  folderContents,
  folderNamed,
  folderPath,
  type FolderPlace,
  holdFolder,
  insertFolder,
  listFolders,
  lockFolderTree,
  placeFolder,
  putAgents,
  removeFolder,
} from "./agent-folders.store.ts";

export const agentFolderHandlers: Handlers<typeof contract> = {
  async listAgentFolders(_input, { db, team }) {
    return { folders: await listFolders(db, team.id) };
  },

  async createAgentFolder({ body }, context) {
    const { db, team } = context;
    await lockFolderTree(db, team.id);
    if ((await countFolders(db, team.id)) >= maxFolders)
      throw invalid(["name"], `A team has at most ${maxFolders} folders. Delete one that is not needed`);
    const place = { teamId: team.id, parentId: body.parent_folder_id ?? null, name: body.name };
    await checkPlace(context, place, { id: undefined, height: 1 });
    const folder = await insertFolder(db, place);
    context.changed("agent_folder", folder.id);
    return { folder };
  },

  async updateAgentFolder({ params, body }, context) {
    const { db, team } = context;
    await lockFolderTree(db, team.id);
    const old = await required(context, params.folder_id);
    const { name = old.name, parent_folder_id: parentId = old.parent_folder_id } = body;
    if (name === old.name && parentId === old.parent_folder_id) return { folder: old };
    const place = { teamId: team.id, parentId, name };
    await checkPlace(context, place, { id: old.id, height: (await folderContents(db, old.id)).height });
    const folder = await placeFolder(db, old.id, place);
    if (!folder) throw refuse("not_found");
    return { folder };
  },

  async deleteAgentFolder({ params, query }, context) {
    const { db, team } = context;
    await lockFolderTree(db, team.id);
    const folder = await required(context, params.folder_id);
    const { folders, agents } = await folderContents(db, folder.id);
    if (folders + agents > 0 && query.force !== "true")
      throw refuse("folder_not_empty", undefined, { has_contents: true, agent_count: agents });
    await removeFolder(db, folder.id);
    if (agents > 0) context.changed("agent", "*");
    // Queues have places in these folders too.
    context.changed("queue", "*");
    return { success: true };
  },

  async previewAgentFolderDeletion({ params }, context) {
    return findFolderDeletion(context.db, (await required(context, params.folder_id)).id);
  },

  async moveAgentsToFolder({ body }, context) {
    const { db, team } = context;
    if (body.folder_id) await required(context, body.folder_id);
    const moved_count = await putAgents(db, team.id, body.agent_ids, body.folder_id);
    if (moved_count === undefined) throw refuse("not_found", "One of these agents does not exist in this team. Nothing was moved.");
    if (moved_count > 0) for (const topic of ["agent_folder", "agent"] as const) context.changed(topic, "*");
    return { success: true, moved_count };
  },
};

/** Whether a folder with `height` levels may stand there. Throws the 400 of the place, name_taken or folder_cycle. */
async function checkPlace({ db }: Context, place: FolderPlace, moved: { id: string | undefined; height: number }): Promise<void> {
  const { teamId, parentId, name } = place;
  if (parentId) {
    if (!(await holdFolder(db, teamId, parentId))) throw invalid(["parent_folder_id"], "This folder does not exist in this team");
    const path = await folderPath(db, parentId);
    if (moved.id && path.includes(moved.id)) throw refuse("folder_cycle");
    if (path.length + moved.height > maxFolderDepth)
      throw invalid(["parent_folder_id"], `Folders can be at most ${maxFolderDepth} levels deep. Choose a higher one`);
  }
  const same = await folderNamed(db, place);
  if (same && same !== moved.id) throw refuse("name_taken", `A folder named “${name}” already exists here.`);
}

async function required({ db, team }: Context, folderId: string) {
  const folder = await holdFolder(db, team.id, folderId);
  if (!folder) throw refuse("not_found");
  return folder;
}
