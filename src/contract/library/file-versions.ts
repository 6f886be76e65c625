import { endpoint } from "#contract/endpoint.ts";
import { filePath, int53, queryInt, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { expectedVersion } from "./files.ts";

/** Contents that a file keeps, the current one among them. Contents over 4 MB are not kept once they are replaced. */
export const keptVersions = 100;
export const maxVersionBytes = 4_000_000;

export const FileVersion = record("FileVersion", {
  version: int53,
  size: int53,
  created_at: timestamp,
  created_by_name: z.string().nullable(),
  current: z.boolean(),
});
export type FileVersion = z.output<typeof FileVersion>;

/** A revision that names a file. */
export const FileUser = record("FileUser", {
  agent_id: uuid,
  agent_name: z.string(),
  build_id: uuid,
  revision_number: int53,
  status: z.enum(["live", "draft"]),
});
export type FileUser = z.output<typeof FileUser>;

const area = "Files";
const access = { scope: "team", by: "teamId", role: "team:member" } as const;
const params = z.strictObject({ teamId: idOf("team"), path: filePath });
const version = queryInt(1, 9007199254740991);

export const listFileVersions = endpoint({
  name: "listFileVersions",
  method: "GET",
  path: "/v2/teams/{teamId}/files/versions/{path}",
  area,
  summary: "The versions of a file, newest first (at most 100)",
  access,
  reads: ["file"],
  ours: "Agents and people write the same files; what one of them replaced has to be there to look at and to bring back.",
  params,
  reply: z.strictObject({ versions: z.array(FileVersion) }),
});

export const getFileVersion = endpoint({
  name: "getFileVersion",
  method: "GET",
  path: "/v2/teams/{teamId}/files/version-content/{path}",
  area,
  summary: "The text of one version of a file",
  access,
  reads: ["file"],
  ours: "Versions are compared by what they say.",
  params,
  query: z.strictObject({ version }),
  reply: z.strictObject({ content: z.string(), version: int53 }),
  errors: ["not_text"],
});

export const restoreFileVersion = endpoint({
  name: "restoreFileVersion",
  method: "POST",
  path: "/v2/teams/{teamId}/files/restore/{path}",
  area,
  summary: "Restore an earlier version as a new version",
  access,
  changes: ["file"],
  ours: "A version that only can be read would have to be copied by hand, which binary files do not allow.",
  params,
  body: z.strictObject({ version: int53, expected_version: expectedVersion.optional() }),
  reply: z.strictObject({ version: int53 }),
  errors: ["version_conflict", "storage_full"],
});

export const listFileUsers = endpoint({
  name: "listFileUsers",
  method: "GET",
  path: "/v2/teams/{teamId}/files/usage/{path}",
  area,
  summary: "The live and draft revisions that name a file (at most 200, and how many there are)",
  access,
  reads: ["file", "revision", "agent"],
  ours: "Renaming or deleting a file makes the next run of these fail; a person has to know before.",
  params,
  reply: z.strictObject({ users: z.array(FileUser), total: int53 }),
});
