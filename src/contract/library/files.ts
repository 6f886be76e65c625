import { Deletion, deletionOurs } from "#contract/deletion.ts";
import { endpoint } from "#contract/endpoint.ts";
import { faultOfPath, filePath, int53, newFilePath, Success, text, timestamp, uuid } from "#contract/fields.ts";
import { hasUnseen, unseenRefused } from "#contract/unseen.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";

export const TeamFile = record("TeamFile", {
  id: uuid,
  name: z.string(),
  path: z.string(),
  created_at: timestamp.optional(),
  updated_at: timestamp.optional(),
  metadata: z.strictObject({ mimetype: z.string().optional(), size: int53.optional() }).nullable().optional(),
});
export type TeamFile = z.output<typeof TeamFile>;

const area = "Files";
const access = { scope: "team", by: "teamId", role: "team:member" } as const;
const team = z.strictObject({ teamId: idOf("team") });
const teamAndPath = z.strictObject({ teamId: idOf("team"), path: filePath });

/** Text up to this size is read and written through the content operations (ours); larger files go by signed address. */
export const maxContentLength = 1_000_000;
/** What one signed upload takes (ours). */
export const maxUploadBytes = 1_073_741_824;

/** Ours: the write happens only if this is still the file's version; 0: only if there is no file. Absent: whatever is there is replaced. */
export const expectedVersion = int53;

/** What a caller calls a file's type: anything that a header can carry, for it is sent with the upload. Downloads say it only where it is harmless. */
export const mimeType = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[ -~]*$/, { error: "Use a type such as text/csv, in ASCII characters" });
/** A base name: no separator, not `.` or `..`. */
export const baseName = text(1, 200)
  // Where the text itself is refused that is said alone.
  .refine((v) => v.length > 200 || v.includes("\0") || faultOfName(v) === undefined, { error: ({ input }) => faultOfName(String(input)) })
  .refine((v) => !hasUnseen(v), unseenRefused);
function faultOfName(name: string): string | undefined {
  return name.includes("/") ? "Use a plain name without / or \\" : faultOfPath(name);
}

export const listFiles = endpoint({
  name: "listFiles",
  method: "GET",
  path: "/v2/teams/{teamId}/files",
  area,
  summary: "All files of a team by path (at most 10,000)",
  access,
  reads: ["file"],
  params: team,
  reply: z.strictObject({ files: z.array(TeamFile) }),
});

/**
 * Ours: the least that a piece of a resumable upload carries, but for the last one, in bytes. A signed address takes a file at once, or in pieces
 * that each name their place by `Content-Range: bytes 0-8388607/20000000`: 308 says with `Range` how far the upload has come, 200 that the file
 * is there. `Content-Range: bytes * /20000000` (without the space) and no body asks. As Google Cloud Storage does it. What has arrived is kept for a day.
 */
export const minPieceBytes = 262_144;

export const createFileUploadUrl = endpoint({
  name: "createFileUploadUrl",
  method: "POST",
  path: "/v2/teams/{teamId}/files/create-upload-url",
  area,
  summary: "A signed address to PUT a file to; the file exists once its last byte arrives",
  access,
  changes: [],
  params: team,
  body: z.strictObject({ fileName: newFilePath, contentType: mimeType }),
  reply: z.strictObject({
    signedUrl: z.url(),
    expiresAt: timestamp,
    filePath: z.string(),
    /** Ours: the address takes pieces; one that was begun takes further ones for a day. */
    resumable: z.boolean(),
  }),
});

export const getFileContent = endpoint({
  name: "getFileContent",
  method: "GET",
  path: "/v2/teams/{teamId}/files/content/{path}",
  area,
  summary: "A text file's content",
  access,
  reads: ["file"],
  params: teamAndPath,
  reply: z.strictObject({
    content: z.string(),
    path: z.string(),
    contentType: z.string().optional(),
    /** Ours: what `expected_version` of a later write is compared with. */
    version: int53,
  }),
  errors: ["not_text"],
});

export const updateFileContent = endpoint({
  name: "updateFileContent",
  method: "PUT",
  path: "/v2/teams/{teamId}/files/content/{path}",
  area,
  summary: "Replace a text file's content",
  access,
  changes: ["file"],
  params: z.strictObject({ teamId: idOf("team"), path: newFilePath }),
  body: z.strictObject({ content: text(0, maxContentLength), expected_version: expectedVersion.optional() }),
  reply: Success,
  errors: ["version_conflict", "storage_full"],
});

export const getFileDownloadUrl = endpoint({
  name: "getFileDownloadUrl",
  method: "GET",
  path: "/v2/teams/{teamId}/files/download-url/{path}",
  area,
  summary: "A signed address to download a file from",
  access,
  reads: ["file"],
  params: teamAndPath,
  passing: true,
  reply: z.strictObject({ url: z.url(), expiresAt: timestamp }),
});

export const renameFile = endpoint({
  name: "renameFile",
  method: "PATCH",
  path: "/v2/teams/{teamId}/files",
  area,
  summary: "Rename a file; folder and extension stay",
  access,
  changes: ["file"],
  params: team,
  body: z.strictObject({ relativePath: filePath, newFilenameOnly: baseName }),
  reply: Success,
  errors: ["name_taken"],
});

export const deleteFile = endpoint({
  name: "deleteFile",
  method: "DELETE",
  path: "/v2/teams/{teamId}/files/{path}",
  area,
  summary: "Delete a file",
  access,
  changes: ["file"],
  params: teamAndPath,
  reply: Success,
});

export const previewFileDeletion = endpoint({
  name: "previewFileDeletion",
  method: "GET",
  path: "/v2/teams/{teamId}/files/deletion/{path}",
  area,
  summary: "Which agents deleting a file would stop; changes nothing",
  access,
  reads: [],
  ours: deletionOurs,
  params: teamAndPath,
  reply: Deletion,
});
