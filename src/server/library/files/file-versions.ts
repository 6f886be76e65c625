import type * as contract from "#contract/library/file-versions.ts";
import { maxContentLength } from "#contract/library/files.ts";
import type { Context, Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { decodeText } from "./decode-text.ts";
import { fileUsers, findVersion, listVersions, type StoredContent } from "./file-versions.store.ts";
import { type FileRecord, findTeamFile, writeTeamFile } from "./files.store.ts";

export const fileVersionHandlers: Handlers<typeof contract> = {
  async listFileVersions({ params }, context) {
    return { versions: await listVersions(context.db, await requireFile(context, params.path)) };
  },

  async getFileVersion({ params, query }, context) {
    const stored = await requireVersion(context, await requireFile(context, params.path), query.version);
    const content = stored.size_bytes > 4 * maxContentLength ? undefined : decodeText(await context.objects.bytes(stored.object_key));
    if (content === undefined || content.length > maxContentLength)
      throw refuse("not_text", "This version is not text, or too long to show.");
    return { content, version: stored.version };
  },

  async restoreFileVersion({ params, body }, context) {
    const { db, objects, team, caller } = context;
    const stored = await requireVersion(context, await requireFile(context, params.path), body.version);
    const content = await objects.bytes(stored.object_key);
    const version = await writeTeamFile(db, objects, {
      teamId: team.id,
      path: params.path,
      content,
      userId: caller.userId,
      seenBy: caller.userId,
      expected: body.expected_version,
    });
    return { version };
  },

  async listFileUsers({ params }, { db, team }) {
    return fileUsers(db, team.id, params.path);
  },
};

async function requireFile({ db, team }: Context, path: string): Promise<FileRecord> {
  const file = await findTeamFile(db, team.id, path);
  if (!file) throw refuse("not_found", "No file exists at this path.");
  return file;
}

async function requireVersion({ db }: Context, file: FileRecord, version: number): Promise<StoredContent> {
  const stored = await findVersion(db, file, version);
  if (!stored) throw refuse("not_found", "This version does not exist or is no longer kept.");
  return stored;
}
