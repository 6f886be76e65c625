import { sql } from "drizzle-orm";
import { keptVersions, maxVersionBytes } from "#contract/library/file-versions.ts";
import { newId } from "#server/platform/db/columns.ts";
import { beforehand } from "#server/platform/db/locks.ts";
import type { Db } from "#server/platform/db/open.ts";
import { requestSettings } from "#server/platform/db/patience.ts";
import { invalid, refuse } from "#server/platform/http/refusal.ts";
import { foldersOf } from "#server/platform/objects/paths.ts";
import { type ChangedBy, changesNoted } from "./file-changes.store.ts";
import { clashWords, isNearlyFull, maxTeamFiles, teamIsFull, teamPathLocks } from "./file-paths.store.ts";
import { mimeTypeOf } from "./mime-types.ts";

interface Saved extends ChangedBy {
  readonly teamId: string;
  readonly path: string;
  readonly objectKey: string;
  readonly size: number;
  /** Absent: a new file's follows from its extension, an existing one keeps its own. */
  readonly mimetype: string | undefined;
  readonly seenBy?: string | null | undefined;
  readonly expected?: number | undefined;
}

interface SavedRow extends Record<string, unknown> {
  readonly file_version: number;
  readonly refused: "version_conflict" | "path" | "full" | null;
  readonly clash: string;
}

/**
 * Makes the bytes a file's content: a new file's, or the next version of one that is there. Returns the version. One statement, which changes
 * nothing where it is refused: it can be a transaction by itself.
 */
export async function saveTeamFile(db: Db, saved: Saved): Promise<number> {
  const { teamId, path, objectKey, size, mimetype, userId, seenBy = null, expected } = saved;
  const isCounted = await isNearlyFull(db, teamId);
  const write = {
    team: teamId,
    path,
    folders: foldersOf(path),
    id: newId(),
    object_key: objectKey,
    size,
    mimetype,
    usual_mimetype: mimeTypeOf(path),
    author: userId,
    seen_by: seenBy,
    expected,
    most: isCounted ? maxTeamFiles : undefined,
    longest_version: maxVersionBytes,
    kept_versions: keptVersions,
  };
  const held = beforehand(requestSettings(), teamPathLocks(teamId, path, isCounted));
  const { rows } = await db.execute<SavedRow>(sql`
    with saved as materialized (select * from save_team_file(${held}, ${JSON.stringify(write)}::jsonb)),
    changed as (select file_id, kind, ${teamId}::uuid as team_id, ${path}::text as path, mimetype, ${size}::bigint as size_bytes
      from saved where refused is null),
    ${changesNoted(["added", "changed"], saved)}
    select file_version, refused, clash from saved`);
  const [row] = rows;
  if (!row) throw new Error("A file was saved without an answer.");
  if (row.refused === "version_conflict") throw refuse("version_conflict", undefined, { version: row.file_version });
  if (row.refused === "path") throw invalid(["path"], clashWords(path, row.clash));
  if (row.refused === "full") throw invalid(["path"], teamIsFull);
  return row.file_version;
}
