import { type SQL, and, count, eq, gt, inArray, or, sql, sum } from "drizzle-orm";
import { mayOpenRun } from "#contract/runs/rights.ts";
import { whoOf } from "#server/platform/http/access.ts";
import { workspace } from "#contract/runs/sandboxes.ts";
import { newId } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { orphanedObjects } from "#server/library/library.table.ts";
import { runs } from "#server/engine/runs.table.ts";
import { sandboxFiles as storedFiles, sandboxes } from "./sandboxes.table.ts";
import { teams } from "#server/teams/teams.table.ts";
import type { Context, Services } from "#server/platform/http/context.ts";
import { invalid, refuse } from "#server/platform/http/refusal.ts";
import { orRemove } from "#server/library/files/files.store.ts";
import { orphan } from "#server/library/room/orphans.store.ts";
import { foldersOf } from "#server/library/files/paths.ts";

export type SandboxRecord = typeof sandboxes.$inferSelect;

/** One file, by signed address. */
export const maxSandboxFileBytes = 100_000_000;
/** All files of one sandbox where people put them (ours). */
const maxSandboxBytes = 200_000_000;
const maxSandboxFiles = 1_000;
/** The same together with results (ours): the next program finds all of them in its workspace. */
const maxKept = { bytes: 400_000_000, files: 5_000 };
const lifetimeMs = 24 * 3_600_000;
/** When the sandbox of a run expires: it holds the run's results. */
export const usedByRun = "infinity";

/** An absolute path as the wire has it, relative to the workspace as it is stored. */
export function relativePath(path: string): string {
  return path.slice(workspace.length + 1);
}

/** Sandboxes that people made and nobody removed yet (ours). Those of runs are bounded by what they hold. */
const maxByHand = { person: 100, team: 1_000, organization: 10_000 };

/** Makes a sandbox for a person. Throws `too_many`. */
export async function insertSandbox(db: Db, owner: { teamId: string; userId: string }, now: Date): Promise<SandboxRecord> {
  const ofTeam = eq(sandboxes.team_id, owner.teamId);
  await requirePlace(db, "You have", maxByHand.person, and(ofTeam, eq(sandboxes.user_id, owner.userId)));
  await requirePlace(db, "This team has", maxByHand.team, ofTeam);
  const ofOrganization = sql`${sandboxes.team_id} in (
    select id from ${teams} where organization_id = (select organization_id from ${teams} where id = ${owner.teamId}))`;
  await requirePlace(db, "This organization has", maxByHand.organization, ofOrganization);
  const [row] = await db
    .insert(sandboxes)
    .values({ team_id: owner.teamId, user_id: owner.userId, by_hand: true, expires_at: expiry(now) })
    .returning();
  if (!row) throw new Error("insert returned no sandbox");
  return row;
}

async function requirePlace(db: Db, whose: string, limit: number, which: SQL | undefined): Promise<void> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from (select from ${sandboxes} where by_hand and ${which} limit ${limit}) found`,
  );
  if ((rows[0]?.n ?? 0) >= limit)
    throw refuse(
      "too_many",
      `${whose} ${limit.toLocaleString("en")} sandboxes, which is the limit. Use one of them, or try again later: a sandbox that no run uses is removed 24 hours after its last use.`,
    );
}

/** For a worker's write: makes a sandbox for the run in `written`, with an id that the caller has chosen. */
export function sandboxOf(id: string, owner: { team_id: string; user_id: string | null }): SQL {
  return sql`insert into sandboxes (id, team_id, user_id, expires_at)
    select ${id}::uuid, ${owner.team_id}::uuid, ${owner.user_id}::uuid, ${usedByRun} from written`;
}

function expiry(now: Date): string {
  return new Date(now.getTime() + lifetimeMs).toISOString();
}

/** A sandbox that the caller may use: one's own, that of a run of one's own, and for Managers every one of the team. Throws 404 or 403. */
export async function requireSandbox(
  { db, caller, team }: Pick<Context, "db" | "caller" | "team">,
  sandboxId: string,
): Promise<SandboxRecord> {
  const [sandbox] = await db
    .select()
    .from(sandboxes)
    .where(and(eq(sandboxes.id, sandboxId), eq(sandboxes.team_id, team.id)));
  if (!sandbox) throw refuse("not_found");
  if (mayOpenRun(sandbox, whoOf({ caller, team }))) return sandbox;
  const ofOwnRun = and(eq(runs.team_id, team.id), eq(runs.user_id, caller.userId), eq(runs.sandbox_id, sandboxId));
  const [run] = await db.select({ id: runs.id }).from(runs).where(ofOwnRun).limit(1);
  if (!run) throw refuse("forbidden", "This sandbox belongs to somebody else.");
  return sandbox;
}

/** A sandbox that the caller may use and that still takes files. It is kept as {@link touchSandbox} says. */
export async function usableSandbox(
  context: Pick<Context, "db" | "caller" | "team" | "clock">,
  sandboxId: string,
  until?: string,
): Promise<SandboxRecord> {
  const sandbox = await requireSandbox(context, sandboxId);
  if (!(await touchSandbox(context.db, sandboxId, context.clock(), until))) throw refuse("sandbox_expired");
  return sandbox;
}

/**
 * Notes a use: the sandbox is kept for another 24 hours, or for ever once a run uses it ({@link usedByRun}, in the transaction that starts
 * the run). Locks its row until the transaction ends. Returns false when it has expired or is gone.
 */
export async function touchSandbox(db: Db, sandboxId: string, now = new Date(), until = expiry(now)): Promise<boolean> {
  const rows = await db
    .update(sandboxes)
    .set({ expires_at: sql`greatest(${sandboxes.expires_at}, ${until})` })
    .where(and(eq(sandboxes.id, sandboxId), gt(sandboxes.expires_at, now.toISOString())))
    .returning({ id: sandboxes.id });
  return rows.length > 0;
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
 * of a folder. The bytes are in the object store. Throws too_many and payload_too_large where the sandbox has no room for them.
 */
export async function keepSandboxOutputs(db: Db, sandboxId: string, files: readonly StoredFile[]): Promise<void> {
  if (files.length === 0) return;
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
}

const batch = 100;
/** Sandboxes hold very different numbers of files: as many are removed at a time as one statement removes in about this. */
const steadyMs = 200;
const most = 2_000;

/** Removes sandboxes that nobody used for 24 hours and no run uses. Their bytes follow with {@link removeOrphanedObjects}. */
export async function removeExpiredSandboxes({ store, clock }: Pick<Services, "store" | "clock">): Promise<void> {
  for (let portion = 10; ;) {
    const began = performance.now();
    const { rowCount } = await store.db.execute(sql`
      with due as materialized (
        select ${sandboxes.id} from ${sandboxes} where ${sandboxes.expires_at} < 'infinity' and ${sandboxes.expires_at} <= ${clock().toISOString()}
        order by ${sandboxes.expires_at} limit ${portion} for update skip locked),
      keys as (
        insert into ${orphanedObjects} (object_key) select f.object_key from ${storedFiles} f join due on due.id = f.sandbox_id on conflict do nothing)
      delete from ${sandboxes} s using due where s.id = due.id`);
    if (rowCount !== portion) return;
    portion = performance.now() - began < steadyMs ? Math.min(2 * portion, most) : Math.max(1, Math.floor(portion / 2));
  }
}

/** Removes the bytes that nothing names for an hour now: downloads that began before have ended. What cannot be removed is left for next time. */
export async function removeOrphanedObjects({ store, objects }: Pick<Services, "store" | "objects">): Promise<void> {
  const old = sql`${orphanedObjects.created_at} < now() - interval '1 hour'`;
  let removed = batch;
  while (removed === batch) {
    const due = await store.db
      .select({ object_key: orphanedObjects.object_key })
      .from(orphanedObjects)
      .where(old)
      .orderBy(orphanedObjects.created_at)
      .limit(batch);
    const outcomes = await Promise.allSettled(due.map(({ object_key }) => objects.remove(object_key)));
    const gone = due.filter((_, i) => outcomes[i]?.status === "fulfilled").map((d) => d.object_key);
    if (gone.length > 0) await store.db.delete(orphanedObjects).where(inArray(orphanedObjects.object_key, gone));
    removed = gone.length;
  }
}
