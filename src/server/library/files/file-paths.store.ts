import { and, count, eq, type SQL, sql } from "drizzle-orm";
import { lock, type Locks, locks, lockTogether } from "#server/platform/db/locks.ts";
import type { Db } from "#server/platform/db/open.ts";
import { files } from "#server/library/library.table.ts";
import { foldersOf } from "#server/platform/objects/paths.ts";

/** Files of one team (ours): what a list of them shows. */
export const maxTeamFiles = 10_000;

/** From so many files on, those who add one count them one after the other: more than can be under way at one time are left until the limit. */
const countedAlone = maxTeamFiles - 500;

/** A team with at most so many files has none too many a second later. */
const farFromFull = maxTeamFiles / 2;
const recountMs = 1_000;
const mostRemembered = 10_000;
const farAt = new Map<string, number>();

export const teamIsFull = `A team keeps at most ${maxTeamFiles.toLocaleString("en")} files. Delete some first`;

/** Keeps all paths of a team as they are. */
export async function lockTeamPaths(db: Db, teamId: string): Promise<void> {
  await lock(db, locks.teamFiles(teamId));
}

/** Keeps one path, and what decides whether it can be a file: the folders that it is in. Writers of other paths do not wait. */
export async function lockTeamPath(db: Db, teamId: string, path: string): Promise<void> {
  await lockTogether(db, teamPathLocks(teamId, path));
}

/** The locks of a path, and with `counted` that of how many files there are. */
export function teamPathLocks(teamId: string, path: string, counted = false): Locks {
  const of = (each: string) => locks.teamFile(teamId, each);
  return {
    shared: [locks.teamFiles(teamId), ...foldersOf(path).map(of)],
    alone: [of(path), ...(counted ? [locks.teamFileCount(teamId)] : [])],
  };
}

/** Why a new file cannot have this path, as a sentence. Undefined when it can. */
export async function pathClash(db: Db, teamId: string, path: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ clash: string | null }>(
    sql`select team_path_clash(${teamId}, ${path}, ${sql.param(foldersOf(path))}::text[]) as clash`,
  );
  const clash = rows[0]?.clash;
  if (clash) return clashWords(path, clash);
  if (!(await isNearlyFull(db, teamId))) return undefined;
  await lock(db, locks.teamFileCount(teamId));
  return (await countFiles(db, teamId)) >= maxTeamFiles ? teamIsFull : undefined;
}

export function clashWords(path: string, clash: string): string {
  return clash.length > path.length ? `${path} is a folder` : `${clash} is a file, so it cannot contain other files`;
}

/** Whether a team has so many files that who adds one has to count them. */
export async function isNearlyFull(db: Db, teamId: string): Promise<boolean> {
  const now = performance.now();
  if (now - (farAt.get(teamId) ?? -recountMs) < recountMs) return false;
  const total = await countFiles(db, teamId);
  if (total <= farFromFull) farAt.set(teamId, now);
  else farAt.delete(teamId);
  if (farAt.size > mostRemembered) farAt.clear();
  return total >= countedAlone;
}

async function countFiles(db: Db, teamId: string): Promise<number> {
  return (await db.select({ total: count() }).from(files).where(eq(files.team_id, teamId)))[0]?.total ?? 0;
}

/** Whether files lie below this path. */
export async function isFolder(db: Db, teamId: string, path: string): Promise<boolean> {
  const rows = await db
    .select({ id: files.id })
    .from(files)
    .where(and(eq(files.team_id, teamId), below(path)))
    .limit(1);
  return rows.length > 0;
}

/** What is below `a` begins with `a/`, before `a0`; `~>=~` compares bytes, as the index of paths does. */
function below(path: string): SQL {
  return sql`${files.path} ~>=~ ${`${path}/`} and ${files.path} ~<~ ${`${path}0`}`;
}
