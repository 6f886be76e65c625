import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/open.ts";
import { codeBlobs } from "#server/agents/agents/agents.table.ts";
import type { ObjectStore } from "#server/platform/objects/object-store.ts";
import { orphan } from "#server/library/room/orphans.store.ts";
import { newId } from "#server/platform/db/columns.ts";

/** The name under which a team's bundles name their bucket. */
export function bucketOf(teamId: string): string {
  return `team-${teamId}`;
}

/** Where the bytes of those of the digests that the team has lie in the object store. */
export async function blobKeys(db: Db, teamId: string, digests: readonly string[]): Promise<Map<string, string>> {
  if (digests.length === 0) return new Map();
  const rows = await db
    .select({ sha256: codeBlobs.sha256, object_key: codeBlobs.object_key })
    .from(codeBlobs)
    .where(and(eq(codeBlobs.team_id, teamId), inArray(codeBlobs.sha256, [...digests])));
  return new Map(rows.map((row) => [row.sha256, row.object_key]));
}

/** Those of the digests that the team has not uploaded, each once and in the given order. */
export async function missingBlobs(db: Db, teamId: string, digests: readonly string[]): Promise<string[]> {
  const known = await blobKeys(db, teamId, digests);
  return [...new Set(digests)].filter((digest) => !known.has(digest));
}

/**
 * Keeps those of the digests that the team has for another day, in which a revision may come to name them. One that is being removed
 * right now is gone afterwards.
 */
export async function needBlobs(db: Db, teamId: string, digests: readonly string[]): Promise<void> {
  // In one order, so that two of these never wait for each other in turn.
  await db.execute(sql`
    update ${codeBlobs} b set needed_at = now() from (
      select team_id, sha256 from ${codeBlobs} where team_id = ${teamId} and sha256 = any(${sql.param([...digests])}::text[])
        and needed_at < now() - interval '1 hour' order by sha256 for update) old
    where b.team_id = old.team_id and b.sha256 = old.sha256`);
}

/** Bytes that are stored and that no row names yet. */
export interface BroughtBlob {
  /** Of the bytes. */
  readonly sha256: string;
  readonly size_bytes: number;
  readonly object_key: string;
}

/** Stores the bytes of a blob, outside of any transaction. Those whose row never comes are found and removed. */
export async function bringBlob(
  objects: Pick<ObjectStore, "put">,
  teamId: string,
  sha256: string,
  bytes: Uint8Array,
): Promise<BroughtBlob> {
  const object_key = `teams/${teamId}/blobs/${sha256}/${newId()}`;
  await objects.put(object_key, bytes);
  return { sha256, size_bytes: bytes.length, object_key };
}

interface Owner {
  readonly teamId: string;
  readonly userId: string | null;
}

/**
 * Makes it a blob of the team, in the caller's transaction. Of a blob that the team has already, the further bytes go. Keep several in the order of
 * their digests: each row is locked.
 */
export async function keepBlob(db: Db, { teamId, userId }: Owner, blob: BroughtBlob): Promise<void> {
  const [row] = await db
    .insert(codeBlobs)
    .values({ ...blob, team_id: teamId, created_by: userId })
    .onConflictDoUpdate({ target: [codeBlobs.team_id, codeBlobs.sha256], set: { needed_at: sql`now()` } })
    .returning({ object_key: codeBlobs.object_key });
  if (row?.object_key !== blob.object_key) await orphan(db, [blob.object_key]);
}
