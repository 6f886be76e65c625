import type * as contract from "#contract/library/file-versions.ts";
import { maxContentLength } from "#contract/library/files.ts";
import { bytesFirst, type Context, type Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { decodeText } from "./decode-text.ts";
import { fileUsers, findVersion, listVersions, type StoredContent } from "./file-versions.store.ts";
import { bringTeamFile, type FileRecord, findTeamFile, nameTeamFile } from "./files.store.ts";

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

  restoreFileVersion: bytesFirst(
    async ({ params, body }, context) => {
      const stored = await requireVersion(context, await requireFile(context, params.path), body.version);
      return bringTeamFile(context.objects, context.team.id, await context.objects.bytes(stored.object_key));
    },
    async ({ params: { path }, body }, context, brought) => {
      const { db, team, caller } = context;
      // It may be gone since.
      await requireVersion(context, await requireFile(context, path), body.version);
      const write = { teamId: team.id, path, userId: caller.userId, seenBy: caller.userId, expected: body.expected_version };
      return { version: await nameTeamFile(db, write, brought) };
    },
  ),

  async listFileUsers({ params }, { db, team }) {
    return fileUsers(db, team.id, params.path);
  },
};

async function requireFile({ db, team }: Pick<Context, "db" | "team">, path: string): Promise<FileRecord> {
  const file = await findTeamFile(db, team.id, path);
  if (!file) throw refuse("not_found", "No file exists at this path.");
  return file;
}

async function requireVersion({ db }: Pick<Context, "db">, file: FileRecord, version: number): Promise<StoredContent> {
  const stored = await findVersion(db, file, version);
  if (!stored) throw refuse("not_found", "This version does not exist or is no longer kept.");
  return stored;
}
