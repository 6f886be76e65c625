import { type SQLWrapper, and, desc, eq, sql } from "drizzle-orm";
import type { Deletion } from "#contract/deletion.ts";
import { keptVersions } from "#contract/library/file-versions.ts";
import type { FileUser, FileVersion } from "#contract/library/file-versions.ts";
import { agentsUsing, countedAs, findDeletion } from "#server/agents/deletion/deletion.store.ts";
import { alphabetical } from "#server/platform/db/letters.ts";
import type { Db } from "#server/platform/db/open.ts";
import { agents, revisions } from "#server/agents/agents/agents.table.ts";
import { files, fileVersions } from "#server/library/library.table.ts";
import { users } from "#server/teams/teams.table.ts";

type FileRecord = typeof files.$inferSelect;

/** Where the earlier contents of a file lie. */
export async function versionKeys(db: Db, teamId: string, path: string): Promise<string[]> {
  const rows = await db
    .select({ object_key: fileVersions.object_key })
    .from(fileVersions)
    .innerJoin(files, eq(files.id, fileVersions.file_id))
    .where(and(eq(files.team_id, teamId), eq(files.path, path)));
  return rows.map((row) => row.object_key);
}

const author = sql<string | null>`coalesce(nullif(${users.name}, ''), ${users.email})`;

/** What a file says and said, newest first. */
export async function listVersions(db: Db, file: FileRecord): Promise<FileVersion[]> {
  const [[writer], rows] = await Promise.all([
    db
      .select({ name: author })
      .from(users)
      .where(eq(users.id, sql`${file.written_by}::uuid`)),
    db
      .select({
        version: fileVersions.version,
        size: fileVersions.size_bytes,
        created_at: fileVersions.written_at,
        created_by_name: author,
      })
      .from(fileVersions)
      .leftJoin(users, eq(users.id, fileVersions.written_by))
      .where(eq(fileVersions.file_id, file.id))
      .orderBy(desc(fileVersions.version))
      .limit(keptVersions),
  ]);
  const { version, size_bytes: size, written_at: created_at } = file;
  return [
    { version, size, created_at, created_by_name: writer?.name ?? null, current: true },
    ...rows.map((row) => ({ ...row, current: false })),
  ];
}

export interface StoredContent {
  readonly version: number;
  readonly size_bytes: number;
  readonly object_key: string;
}

/** The current content or an earlier one. */
export async function findVersion(db: Db, file: FileRecord, version: number): Promise<StoredContent | undefined> {
  if (version === file.version) return file;
  const [row] = await db
    .select()
    .from(fileVersions)
    .where(and(eq(fileVersions.file_id, file.id), eq(fileVersions.version, sql`${version}::bigint`)));
  return row;
}

/** Whether a revision's configuration names a file. */
const names = (revision: SQLWrapper, path: string) => sql`${revision}.config -> 'data' -> 'files' @> ${JSON.stringify([path])}::jsonb`;

export async function findFileDeletion(db: Db, teamId: string, { id, path }: Pick<FileRecord, "id" | "path">): Promise<Deletion> {
  return findDeletion(db, [
    countedAs("versions", sql`select count(*) from file_versions where file_id = ${id}`),
    agentsUsing(teamId, names(sql`r`, path)),
  ]);
}

const shownUsers = 200;

/** Live and draft revisions whose configuration names a file, by the agent's name. */
export async function fileUsers(db: Db, teamId: string, path: string): Promise<{ users: FileUser[]; total: number }> {
  const rows = await db
    .select({
      agent_id: agents.id,
      agent_name: agents.name,
      build_id: revisions.id,
      revision_number: revisions.revision_number,
      status: sql<"live" | "draft">`${revisions.status}`,
      total: sql<number>`count(*) over ()::int`,
    })
    .from(revisions)
    .innerJoin(agents, eq(agents.id, revisions.agent_id))
    .where(
      and(
        eq(agents.team_id, teamId),
        sql`${agents.deleted_at} is null`,
        sql`${revisions.status} in ('live', 'draft')`,
        names(revisions, path),
      ),
    )
    .orderBy(alphabetical(agents.name), desc(revisions.revision_number), revisions.id)
    .limit(shownUsers);
  return { users: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
}
