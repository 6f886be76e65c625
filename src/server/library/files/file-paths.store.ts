import { and, count, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { lock, locks, lockTogether } from "#server/platform/db/locks.ts";
import type { Db } from "#server/platform/db/open.ts";
import { files } from "#server/library/library.table.ts";
import { foldersOf } from "#server/platform/objects/paths.ts";

/** Files of one team (ours): what a list of them shows. */
export const maxTeamFiles = 10_000;

/** From so many files on, those who add one count them one after the other: more than can be under way at one time are left until the limit. */
const countedAlone = maxTeamFiles - 500;

/** Keeps all paths of a team as they are. */
export async function lockTeamPaths(db: Db, teamId: string): Promise<void> {
  await lock(db, locks.teamFiles(teamId));
}

/** Keeps one path, and what decides whether it can be a file: the folders that it is in. Writers of other paths do not wait. */
export async function lockTeamPath(db: Db, teamId: string, path: string): Promise<void> {
  const of = (each: string) => locks.teamFile(teamId, each);
  await lockTogether(db, { shared: [locks.teamFiles(teamId), ...foldersOf(path).map(of)], alone: [of(path)] });
}

/** Why a new file cannot have this path, as a sentence. Undefined when it can. */
export async function pathClash(db: Db, teamId: string, path: string): Promise<string | undefined> {
  const inFolders = inArray(files.path, foldersOf(path));
  const [clash] = await db
    .select({ path: files.path })
    .from(files)
    .where(and(eq(files.team_id, teamId), or(inFolders, below(path))))
    .limit(1);
  if (clash) return clash.path.length > path.length ? `${path} is a folder` : `${clash.path} is a file, so it cannot contain other files`;
  const total = async () => (await db.select({ total: count() }).from(files).where(eq(files.team_id, teamId)))[0]?.total ?? 0;
  if ((await total()) < countedAlone) return undefined;
  await lock(db, locks.teamFileCount(teamId));
  return (await total()) >= maxTeamFiles ? `A team keeps at most ${maxTeamFiles.toLocaleString("en")} files. Delete some first` : undefined;
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

function below(path: string): SQL {
  return sql`starts_with(${files.path}, ${`${path}/`})`;
}
