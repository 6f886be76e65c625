import { type SQL, and, count, eq, inArray, or, sql, sum } from "drizzle-orm";
import { workspace } from "#contract/runs/sandboxes.ts";
import { newId } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { orRemove } from "#server/library/files/files.store.ts";
import { foldersOf } from "#server/platform/objects/paths.ts";
import { orphan } from "#server/library/room/orphans.store.ts";
import type { Services } from "#server/platform/http/context.ts";
import { invalid, refuse } from "#server/platform/http/refusal.ts";
import { sandboxFiles as storedFiles, sandboxes } from "./sandboxes.table.ts";
import { touchSandbox, usedByRun } from "./sandboxes.store.ts";

/** One file, by signed address. */
export const maxSandboxFileBytes = 100_000_000;
/** All files of one sandbox where people put them (ours). */
const maxSandboxBytes = 200_000_000;
const maxSandboxFiles = 1_000;
/** The same together with results (ours): the next program finds all of them in its workspace. */
const maxKept = { bytes: 400_000_000, files: 5_000 };

/** An absolute path as the wire has it, relative to the workspace as it is stored. */
export function relativePath(path: string): string {
  return path.slice(workspace.length + 1);
}

/** For a worker's write: makes the sandbox for the files of the run in `written`, with an id that the caller has chosen. */
export function sandboxOf(id: string, owner: { team_id: string; user_id: string | null }): SQL {
  return sql`insert into sandboxes (id, team_id, user_id, expires_at)
    select ${id}::uuid, ${owner.team_id}::uuid, ${owner.user_id}::uuid, ${usedByRun} from written`;
}

export interface StoredFile {
  /** Relative to the workspace. */
  readonly path: string;
  readonly object_key: string;
  readonly size_bytes: number;
}

export async function sandboxFiles(db: Db, sandboxId: string): Promise<StoredFile[]> {
  const { path, object_key, size_bytes } = storedFiles;
  return db.select({ path, object_key, size_bytes }).from(storedFiles).where(eq(storedFiles.sandbox_id, sandboxId)).orderBy(path);
}

export async function findSandboxFile(db: Db, sandboxId: string, path: string): Promise<StoredFile | undefined> {
  const { object_key, size_bytes } = storedFiles;
  const [file] = await db
    .select({ path: storedFiles.path, object_key, size_bytes })
    .from(storedFiles)
    .where(and(eq(storedFiles.sandbox_id, sandboxId), eq(storedFiles.path, path)));
  return file;
}

/** Where the bytes of a file that is about to be stored belong. */
export function newSandboxKey(sandboxId: string): string {
  return `sandboxes/${sandboxId}/${newId()}`;
}

/**
 * Called when the last byte of a signed upload has arrived. `path` is absolute. Throws sandbox_expired (or 404 when it is gone already),
 * payload_too_large, storage_full, or the 400 of a path that cannot be a file; the bytes are removed then.
 */
export async function keepSandboxFile(
  services: Pick<Services, "store" | "objects" | "live" | "clock">,
  sandboxId: string,
  path: string,
  objectKey: string,
  size: number,
): Promise<void> {
  const file = { path: relativePath(path), object_key: objectKey, size_bytes: size };
  const teamId = await orRemove(services.objects, objectKey, () =>
    services.store.db.transaction(async (tx) => {
      const [sandbox] = await tx.select({ team_id: sandboxes.team_id }).from(sandboxes).where(eq(sandboxes.id, sandboxId));
      if (!sandbox) throw refuse("not_found");
      await saveSandboxFile(tx, sandboxId, file, services);
      return sandbox.team_id;
    }),
  );
  services.live.publish({ teamId, topic: "sandbox", id: sandboxId });
}

/** Adds or replaces one file, within the limits. The bytes are in the object store. Throws as {@link keepSandboxFile} does. */
export async function saveSandboxFile(db: Db, sandboxId: string, file: StoredFile, { clock }: Pick<Services, "clock">): Promise<void> {
  if (!(await touchSandbox(db, sandboxId, clock()))) throw refuse("sandbox_expired");
  const others = and(eq(storedFiles.sandbox_id, sandboxId), sql`${storedFiles.path} <> ${file.path}`);
  const [held] = await db
    .select({ files: count(), bytes: sum(storedFiles.size_bytes).mapWith(Number) })
    .from(storedFiles)
    .where(others);
  if ((held?.files ?? 0) >= maxSandboxFiles)
    throw refuse("payload_too_large", `A sandbox takes at most ${maxSandboxFiles.toLocaleString("en")} files.`);
  if ((held?.bytes ?? 0) + file.size_bytes > maxSandboxBytes)
    throw refuse("payload_too_large", `The files of a sandbox may have at most ${maxSandboxBytes / 1_000_000} MB together.`);
  const clashing = or(inArray(storedFiles.path, foldersOf(file.path)), sql`starts_with(${storedFiles.path}, ${`${file.path}/`})`);
  const [clash] = await db.select({ path: storedFiles.path }).from(storedFiles).where(and(others, clashing)).limit(1);
  if (clash) throw invalid(["path"], `${workspace}/${clash.path} exists: a path cannot be both a file and a folder`);
  await keepSandboxOutputs(db, sandboxId, [file]);
}

/**
 * Adds or replaces what a program left, in the caller's transaction; other files stay, unless a folder takes the place of a file, or a file that
 * of a folder. The bytes are in the object store. Returns the bytes of all of its files. Throws too_many and payload_too_large where the sandbox
 * has no room for them.
 */
export async function keepSandboxOutputs(db: Db, sandboxId: string, files: readonly StoredFile[]): Promise<number> {
  if (files.length === 0) return 0;
  // Two programs of one run may end at once; without the lock they could wait for each other's rows.
  await db.select({ id: sandboxes.id }).from(sandboxes).where(eq(sandboxes.id, sandboxId)).for("no key update");
  const own = eq(storedFiles.sandbox_id, sandboxId);
  const paths = files.map((f) => f.path);
  const above = [...new Set(paths.flatMap((path) => foldersOf(path)))];
  const below = sql`exists (select from unnest(${sql.param(paths)}::text[]) p where starts_with(${storedFiles.path}, p || '/'))`;
  const old = await db
    .delete(storedFiles)
    .where(and(own, or(inArray(storedFiles.path, [...paths, ...above]), below)))
    .returning({ object_key: storedFiles.object_key });
  await orphan(
    db,
    old.map((o) => o.object_key),
  );
  await db.insert(storedFiles).values(files.map((file) => ({ ...file, sandbox_id: sandboxId })));
  const [held] = await db
    .select({ files: count(), bytes: sum(storedFiles.size_bytes).mapWith(Number) })
    .from(storedFiles)
    .where(own);
  if (held && held.files > maxKept.files)
    throw refuse("too_many", `A sandbox keeps at most ${maxKept.files.toLocaleString("en")} files, with those of earlier programs.`);
  if (held && held.bytes > maxKept.bytes)
    throw refuse("payload_too_large", `The files of a sandbox may have at most ${maxKept.bytes / 1_000_000} MB together.`);
  return held?.bytes ?? 0;
}
