import type * as contract from "#contract/runs/sandboxes.ts";
import { type SandboxFile, workspace } from "#contract/runs/sandboxes.ts";
import { bytesFirst, type Context, type Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { signedAddress } from "#server/platform/objects/signed-addresses.ts";
import { sandboxUpload } from "./sandbox-upload.ts";
import { grantSeconds } from "#server/platform/objects/signer.ts";
import { refusing } from "#server/library/room/room.ts";
import { mimeTypeOf } from "#server/library/files/mime-types.ts";
import { baseName, byPath } from "#server/platform/objects/paths.ts";
import { teamFor } from "#server/teams/teams/team-for.ts";
import { insertSandbox, requireSandbox, usableSandbox } from "./sandboxes.store.ts";
import { findSandboxFile, newSandboxKey, relativePath, sandboxFiles, saveSandboxFile, type StoredFile } from "./sandbox-files.store.ts";

export const sandboxHandlers: Handlers<typeof contract> = {
  async createSandbox(_input, context) {
    const { db, caller, clock } = context;
    const { id: teamId } = context.team ?? (await teamFor(context, undefined));
    const sandbox = await insertSandbox(db, { teamId, userId: caller.userId }, clock());
    return { sandbox_id: sandbox.id, expires_at: sandbox.expires_at };
  },

  async createSandboxUploadUrl({ params, body }, context) {
    await usableSandbox(context, params.sandbox_id);
    const grant = sandboxUpload.grant({ sandbox: params.sandbox_id, path: body.path, exp: expiry(context) });
    return { upload_url: signedAddress(context, grant), path: body.path, expires_in_seconds: grantSeconds };
  },

  async listSandboxFiles({ params, query }, context) {
    const sandbox = await requireSandbox(context, params.sandbox_id);
    return { files: entriesOf(await sandboxFiles(context.db, sandbox.id), query.path) };
  },

  uploadSandboxFile: bytesFirst(
    async ({ params, bytes }, context) => {
      const { id } = await requireSandbox(context, params.sandbox_id);
      const object_key = newSandboxKey(id);
      await context.objects.put(object_key, bytes);
      return { object_key };
    },
    async ({ params, query, bytes }, context, { object_key }) => {
      const { id } = await usableSandbox(context, params.sandbox_id);
      const file = { path: relativePath(query.path), object_key, size_bytes: bytes.length };
      await refusing(() => saveSandboxFile(context.db, id, file, context));
      context.changed("sandbox", id);
      return { path: query.path, size_bytes: bytes.length };
    },
  ),

  async getSandboxDownloadUrl({ params, query }, context) {
    const sandbox = await requireSandbox(context, params.sandbox_id);
    const file = await findSandboxFile(context.db, sandbox.id, relativePath(query.path));
    if (!file) throw refuse("not_found", "No file exists at this path.");
    const exp = expiry(context);
    const name = baseName(file.path);
    return {
      url: signedAddress(context, { op: "get", key: file.object_key, name, type: mimeTypeOf(name), exp }),
      expiresAt: new Date(exp * 1000).toISOString(),
    };
  },
};

/** What one folder holds. Folders exist by the files below them. */
function entriesOf(files: readonly StoredFile[], folder: string): SandboxFile[] {
  const entries = new Map<string, SandboxFile>();
  for (const { path, size_bytes } of files) {
    const absolute = `${workspace}/${path}`;
    if (!absolute.startsWith(`${folder}/`)) continue;
    const end = absolute.indexOf("/", folder.length + 1);
    const entry = end < 0 ? absolute : absolute.slice(0, end);
    if (!entries.has(entry))
      entries.set(entry, { name: baseName(entry), path: entry, type: end < 0 ? "file" : "dir", size_bytes: end < 0 ? size_bytes : 0 });
  }
  return byPath([...entries.values()]);
}

function expiry({ clock }: Context): number {
  return Math.floor(clock().getTime() / 1000) + grantSeconds;
}
