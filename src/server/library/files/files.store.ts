import { and, eq, inArray, sql } from "drizzle-orm";
import { newId } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { files } from "#server/library/library.table.ts";
import { teams } from "#server/teams/teams.table.ts";
import type { Services } from "#server/platform/http/context.ts";
import type { ObjectStore } from "#server/platform/objects/object-store.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { type ChangedBy, noteFileChange } from "./file-changes.store.ts";
import { lockTeamPath, maxTeamFiles } from "./file-paths.store.ts";
import { versionKeys } from "./file-versions.store.ts";
import { saveTeamFile } from "./save-file.store.ts";
import { refusalOf, refusing } from "#server/library/room/room.ts";
import { orphan } from "#server/library/room/orphans.store.ts";
import { byPath } from "#server/platform/objects/paths.ts";

export type FileRecord = typeof files.$inferSelect;

/** All files of a team in the order of {@link byPath}. */
export async function listTeamFiles(db: Db, teamId: string): Promise<FileRecord[]> {
  return byPath(await db.select().from(files).where(eq(files.team_id, teamId)).limit(maxTeamFiles));
}

/** Those of the paths that exist, in no particular order. */
export async function findTeamFiles(db: Db, teamId: string, paths: readonly string[]): Promise<FileRecord[]> {
  if (paths.length === 0) return [];
  return db
    .select()
    .from(files)
    .where(and(eq(files.team_id, teamId), inArray(files.path, [...paths])));
}

export async function findTeamFile(db: Db, teamId: string, path: string): Promise<FileRecord | undefined> {
  return (await findTeamFiles(db, teamId, [path]))[0];
}

/** The bytes of a file; undefined when there is none at this path. */
export async function readTeamFile(db: Db, objects: ObjectStore, teamId: string, path: string): Promise<Uint8Array | undefined> {
  const file = await findTeamFile(db, teamId, path);
  return file && objects.bytes(file.object_key);
}

export interface TeamFileWrite extends ChangedBy {
  readonly teamId: string;
  readonly path: string;
  readonly content: Uint8Array;
  /** The person who gives the content, and so has seen it; absent where a run does. */
  readonly seenBy?: string | null;
  /** The version that the writer knows; 0: no file. Absent: whatever is there is replaced. */
  readonly expected?: number | undefined;
}

/**
 * Creates or replaces a file: the bytes at once under a key of their own, the row in the caller's transaction. The path has passed
 * `filePath`. Throws the 400 for `path` when it cannot be a file, version_conflict and storage_full; nothing is kept then.
 */
export async function writeTeamFile(db: Db, objects: ObjectStore, write: TeamFileWrite): Promise<number> {
  const brought = await bringTeamFile(objects, write.teamId, write.content);
  return orRemove(objects, brought.object_key, () => nameTeamFile(db, write, brought));
}

/** Bytes that are stored and that no row names yet. */
export interface BroughtFile {
  readonly object_key: string;
  readonly size: number;
}

/** Stores what is to be a team's file, outside of any transaction. */
export async function bringTeamFile(objects: Pick<ObjectStore, "put">, teamId: string, content: Uint8Array): Promise<BroughtFile> {
  const object_key = `teams/${teamId}/files/${newId()}`;
  await objects.put(object_key, content);
  return { object_key, size: content.length };
}

/** Makes it the content of a file, in the caller's transaction. Throws as {@link writeTeamFile} does. */
export function nameTeamFile(db: Db, write: Omit<TeamFileWrite, "content">, { object_key, size }: BroughtFile): Promise<number> {
  return refusing(() => saveTeamFile(db, { ...write, objectKey: object_key, size, mimetype: undefined }));
}

/** Copies the content of a file as it is now to a team that has none at its path. */
export async function copyTeamFile(db: Db, objects: ObjectStore, file: FileRecord, teamId: string, userId: string): Promise<void> {
  const { path, mimetype, size_bytes: size } = file;
  const objectKey = `teams/${teamId}/files/${newId()}`;
  await objects.put(objectKey, objects.stream(file.object_key));
  await orRemove(objects, objectKey, () => saveTeamFile(db, { teamId, path, objectKey, size, mimetype, userId, expected: 0 }));
}

/** What a signed address for the upload of a file says. */
export interface FileGrant {
  readonly team: string;
  readonly path: string;
  readonly type: string;
  readonly user: string;
  readonly upload: string;
}

/**
 * Called when the last byte of a signed upload has arrived; `first` happens before, in the same transaction. Throws 404 for a team that is gone,
 * 400 for a path that cannot be a file.
 */
export async function keepTeamFile(
  services: Pick<Services, "store" | "objects" | "live">,
  grant: FileGrant,
  objectKey: string,
  size: number,
  first: (tx: Db) => Promise<void> = async () => {},
): Promise<void> {
  const { team: teamId, path, type: mimetype, user: userId } = grant;
  await orRemove(services.objects, objectKey, () =>
    services.store.db.transaction(async (tx) => {
      const [team] = await tx.select({ id: teams.id }).from(teams).where(eq(teams.id, teamId)).for("key share");
      if (!team) throw refuse("not_found");
      await first(tx);
      await saveTeamFile(tx, { teamId, path, objectKey, size, mimetype, userId, seenBy: userId });
    }),
  );
  services.live.publish({ teamId, topic: "file", id: path });
}

/** Removes the bytes again when `save` refuses them. After any other failure the rows may exist, so the bytes stay. */
export async function orRemove<T>(objects: ObjectStore, objectKeys: string | readonly string[], save: () => Promise<T>): Promise<T> {
  try {
    return await save();
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal) await Promise.all([objectKeys].flat().map((key) => objects.remove(key)));
    throw refusal ?? error;
  }
}

export async function moveTeamFile(db: Db, fileId: string, path: string): Promise<void> {
  await db
    .update(files)
    .set({ path, updated_at: sql`now()` })
    .where(eq(files.id, fileId));
}

/** Returns false when there was no such file. */
export async function removeTeamFile(db: Db, teamId: string, path: string, by: ChangedBy): Promise<boolean> {
  await lockTeamPath(db, teamId, path);
  const earlier = await versionKeys(db, teamId, path);
  const [gone] = await db
    .delete(files)
    .where(and(eq(files.team_id, teamId), eq(files.path, path)))
    .returning();
  if (!gone) return false;
  await orphan(db, [gone.object_key, ...earlier]);
  await noteFileChange(db, "removed", gone, by);
  return true;
}
