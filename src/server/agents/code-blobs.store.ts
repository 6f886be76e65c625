import { and, eq, inArray } from "drizzle-orm";
import type { Db } from "#server/db/open.ts";
import { codeBlobs } from "#server/db/tables/agents.ts";

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

/** Returns false when the blob is there already; a parallel insert of the same one is waited for. */
export async function insertBlob(db: Db, teamId: string, sha256: string, sizeBytes: number): Promise<boolean> {
  const rows = await db
    .insert(codeBlobs)
    .values({ team_id: teamId, sha256, size_bytes: sizeBytes })
    .onConflictDoNothing()
    .returning({ sha256: codeBlobs.sha256 });
  return rows.length > 0;
}
