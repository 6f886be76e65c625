import { teamFileUpload } from "./team-file-upload.ts";
import { filePath } from "#contract/fields.ts";
import type * as contract from "#contract/library/files.ts";
import { createFileUploadUrl, maxContentLength } from "#contract/library/files.ts";
import { libraryEvents } from "#contract/library/events.ts";
import { record } from "#server/platform/events/record.ts";
import { newId } from "#server/platform/db/columns.ts";
import { bytesFirst, type Context, type Handlers, inOneStatement } from "#server/platform/http/context.ts";
import { askedBy } from "#server/platform/http/origin-of.ts";
import { invalid, refuse } from "#server/platform/http/refusal.ts";
import { signedAddress } from "#server/platform/objects/signed-addresses.ts";
import { grantSeconds } from "#server/platform/objects/signer.ts";
import { decodeText } from "./decode-text.ts";
import { findFileDeletion } from "./file-versions.store.ts";
import { isFolder, lockTeamPaths, pathClash } from "./file-paths.store.ts";
import { bringTeamFile, nameTeamFile, type FileRecord, findTeamFile, listTeamFiles, moveTeamFile, removeTeamFile } from "./files.store.ts";
import { mimeTypeOf } from "./mime-types.ts";
import { baseName, renamed } from "#server/platform/objects/paths.ts";

const tooLong = "This file is larger than 1 MB, so it is not shown as text. Download it instead.";

export const fileHandlers: Handlers<typeof contract> = {
  async listFiles(_input, { db, team }) {
    return { files: (await listTeamFiles(db, team.id)).map(toTeamFile) };
  },

  async createFileUploadUrl({ body }, context) {
    const { db, team, caller } = context;
    const clash = (await findTeamFile(db, team.id, body.fileName)) ? undefined : await pathClash(db, team.id, body.fileName);
    if (clash) throw invalid(["fileName"], clash);
    const { exp, expiresAt } = expiry(context);
    const grant = teamFileUpload.grant({
      team: team.id,
      path: body.fileName,
      type: body.contentType,
      user: caller.userId,
      upload: newId(),
      by: askedBy(createFileUploadUrl, caller),
      exp,
    });
    return { signedUrl: signedAddress(context, grant), expiresAt, filePath: body.fileName, resumable: true };
  },

  async getFileContent({ params }, context) {
    const file = await required(context, params.path);
    // A character has at most four bytes, so nothing that fits is turned away unread.
    if (file.size_bytes > 4 * maxContentLength) throw refuse("not_text", tooLong);
    const content = decodeText(await context.objects.bytes(file.object_key));
    if (content === undefined) throw refuse("not_text");
    if (content.length > maxContentLength) throw refuse("not_text", tooLong);
    return { content, path: file.path, contentType: mimeTypeOf(file.path), version: file.version };
  },

  updateFileContent: inOneStatement(
    () => true,
    bytesFirst(
      ({ body }, { objects, team }) => bringTeamFile(objects, team.id, Buffer.from(body.content)),
      async ({ params: { path }, body }, { db, team, caller: { userId } }, brought) => {
        await nameTeamFile(db, { teamId: team.id, path, userId, seenBy: userId, expected: body.expected_version }, brought);
        return { success: true };
      },
    ),
  ),

  async getFileDownloadUrl({ params }, context) {
    const file = await required(context, params.path);
    const { exp, expiresAt } = expiry(context);
    return {
      url: signedAddress(context, { op: "get", key: file.object_key, name: baseName(file.path), type: file.mimetype, exp }),
      expiresAt,
    };
  },

  async renameFile({ body }, context) {
    const { db, team, caller } = context;
    await lockTeamPaths(db, team.id);
    const file = await required(context, body.relativePath);
    const path = renamed(file.path, body.newFilenameOnly);
    if (path === file.path) return { success: true };
    const checked = filePath.safeParse(path ?? "");
    if (!checked.success) throw invalid(["newFilenameOnly"], path ? "This name is too long" : "Enter a file name");
    if ((await findTeamFile(db, team.id, checked.data)) || (await isFolder(db, team.id, checked.data))) throw refuse("name_taken");
    await moveTeamFile(db, file.id, checked.data);
    const actor = { kind: "user", id: caller.userId } as const;
    await record(db, libraryEvents, { type: "file.renamed", team: team.id, actor, subject: file.id, data: {} });
    for (const each of [file.path, checked.data]) context.changed("file", each);
    return { success: true };
  },

  async deleteFile({ params }, context) {
    if (!(await removeTeamFile(context.db, context.team.id, params.path, context.caller))) throw refuse("not_found");
    return { success: true };
  },

  async previewFileDeletion({ params }, context) {
    const { id, path } = await required(context, params.path);
    return findFileDeletion(context.db, context.team.id, { id, path });
  },
};

export function toTeamFile({ id, path, created_at, updated_at, mimetype, size_bytes }: FileRecord) {
  return { id, name: baseName(path), path, created_at, updated_at, metadata: { mimetype, size: size_bytes } };
}

async function required({ db, team }: Context, path: string): Promise<FileRecord> {
  const file = await findTeamFile(db, team.id, path);
  if (!file) throw refuse("not_found", "No file exists at this path.");
  return file;
}

function expiry({ clock }: Context): { exp: number; expiresAt: string } {
  const exp = Math.floor(clock().getTime() / 1000) + grantSeconds;
  return { exp, expiresAt: new Date(exp * 1000).toISOString() };
}
