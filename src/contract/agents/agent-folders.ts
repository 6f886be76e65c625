import { Deletion, deletionOurs } from "#contract/deletion.ts";
import { endpoint } from "#contract/endpoint.ts";
import { int53, nameUpTo, queryFlag, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";

// A Builder may arrange every agent of the team: a folder says where an agent is found, not what it does.

/** Folders inside each other, the outermost counted (ours). */
export const maxFolderDepth = 8;
/** Folders of one team (ours): the list has no pages. */
export const maxFolders = 500;

export const folderName = nameUpTo(100);

export const AgentFolder = record("AgentFolder", {
  id: uuid,
  name: z.string(),
  team_id: uuid,
  parent_folder_id: uuid.nullable(),
  created_at: timestamp,
  updated_at: timestamp,
});
export type AgentFolder = z.output<typeof AgentFolder>;

export const AgentFolderRow = record("AgentFolderRow", {
  ...AgentFolder.shape,
  /** Agents that lie directly in it. */
  agent_count: int53,
  subfolder_count: int53,
});
export type AgentFolderRow = z.output<typeof AgentFolderRow>;

const area = "Agent folders";
const success = z.literal(true);
const place = { parent_folder_id: uuid.nullable().optional() };
const inTeam = { scope: "team", by: "teamId", role: "team:builder" } as const;
const ofFolder = { scope: "team", by: "folder_id", role: "team:builder" } as const;

export const listAgentFolders = endpoint({
  name: "listAgentFolders",
  method: "GET",
  path: "/v2/teams/{teamId}/agent-folders",
  area,
  summary: "Every folder of a team by name, with its direct contents",
  access: { ...inTeam, role: "team:member" },
  reads: ["agent_folder"],
  params: z.strictObject({ teamId: idOf("team") }),
  reply: z.strictObject({ folders: z.array(AgentFolderRow) }),
});

export const createAgentFolder = endpoint({
  name: "createAgentFolder",
  method: "POST",
  path: "/v2/teams/{teamId}/agent-folders",
  area,
  summary: "Create a folder, at the root or in another folder",
  access: inTeam,
  records: "agent_folder.created",
  changes: ["agent_folder"],
  params: z.strictObject({ teamId: idOf("team") }),
  body: z.strictObject({ name: folderName, ...place }),
  reply: z.strictObject({ folder: AgentFolder }),
  status: 201,
  errors: ["name_taken"],
  creates: "replayed",
});

export const updateAgentFolder = endpoint({
  name: "updateAgentFolder",
  method: "PATCH",
  path: "/v2/agent-folders/{folder_id}",
  area,
  summary: "Rename a folder, or move it with all in it; `parent_folder_id: null` is the root",
  access: ofFolder,
  records: "agent_folder.updated",
  changes: ["agent_folder"],
  params: z.strictObject({ folder_id: idOf("folder") }),
  body: z.strictObject({ name: folderName.optional(), ...place }),
  reply: z.strictObject({ folder: AgentFolder }),
  errors: ["name_taken", "folder_cycle"],
});

export const deleteAgentFolder = endpoint({
  name: "deleteAgentFolder",
  method: "DELETE",
  path: "/v2/agent-folders/{folder_id}",
  area,
  summary: "Delete a folder; with `force` also its subfolders, whose agents move to the root",
  access: ofFolder,
  records: "agent_folder.deleted",
  changes: ["agent_folder", "agent", "queue"],
  params: z.strictObject({ folder_id: idOf("folder") }),
  query: z.strictObject({ force: queryFlag.optional() }),
  reply: z.strictObject({ success }),
  errors: ["folder_not_empty"],
});

export const previewAgentFolderDeletion = endpoint({
  name: "previewAgentFolderDeletion",
  method: "GET",
  path: "/v2/agent-folders/{folder_id}/deletion",
  area,
  summary: "The folders that deleting a folder would delete, and what it would move to the root; changes nothing",
  access: ofFolder,
  reads: [],
  ours: deletionOurs,
  params: z.strictObject({ folder_id: idOf("folder") }),
  reply: Deletion,
});

export const moveAgentsToFolder = endpoint({
  name: "moveAgentsToFolder",
  method: "POST",
  path: "/v2/teams/{teamId}/agent-folders/move-agents",
  area,
  summary: "Move agents into a folder, or to the root with `folder_id: null`: all or none",
  access: inTeam,
  changes: ["agent_folder", "agent"],
  params: z.strictObject({ teamId: idOf("team") }),
  body: z.strictObject({
    agent_ids: z
      .array(uuid)
      .min(1)
      .max(200)
      .refine((ids) => new Set(ids).size === ids.length, { error: "An agent is listed twice" }),
    folder_id: uuid.nullable(),
  }),
  /** `moved_count` leaves out agents that were there already. */
  reply: z.strictObject({ success, moved_count: int53 }),
});
