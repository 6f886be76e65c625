import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/open.ts";
import { codeBlobs } from "#server/agents/agents/agents.table.ts";
import type { ObjectStore } from "#server/platform/objects/object-store.ts";
import { lockObject } from "#server/library/room/unconfirmed-objects.ts";

/** The name under which a team's bundles name their bucket. */
export function bucketOf(teamId: string): string {
  return `team-${teamId}`;
}

/** Where a blob's bytes lie in the object store. */
export function blobKey(teamId: string, sha256: string): string {
  return `teams/${teamId}/blobs/${sha256}`;
}

/** Those of the digests that the team has not uploaded, each once and in the given order. */
export async function missingBlobs(db: Db, teamId: string, digests: readonly string[]): Promise<string[]> {
  if (digests.length === 0) return [];
  const rows = await db
    .select({ sha256: codeBlobs.sha256 })
    .from(codeBlobs)
    .where(and(eq(codeBlobs.team_id, teamId), inArray(codeBlobs.sha256, [...digests])));
  const known = new Set(rows.map((r) => r.sha256));
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

export interface NewBlob {
  readonly teamId: string;
  readonly userId: string | null;
  /** Of the bytes. */
  readonly sha256: string;
  readonly bytes: Uint8Array;
}

/**
 * Stores a blob that the team does not have, in the caller's transaction. Its row is not visible before the commit, so nobody reads bytes that
 * are still being written; it also keeps a parallel upload of the same blob from writing over them. Store several in the order of their digests:
 * each is locked.
 */
export async function keepBlob(db: Db, objects: ObjectStore, { teamId, userId, sha256, bytes }: NewBlob): Promise<void> {
  const key = blobKey(teamId, sha256);
  await lockObject(db, key);
  const rows = await db
    .insert(codeBlobs)
    .values({ team_id: teamId, created_by: userId, sha256, size_bytes: bytes.length })
    .onConflictDoUpdate({ target: [codeBlobs.team_id, codeBlobs.sha256], set: { needed_at: sql`now()` } })
    .returning({ isNew: sql<boolean>`xmax = 0` });
  if (rows[0]?.isNew) await objects.put(key, bytes);
}
