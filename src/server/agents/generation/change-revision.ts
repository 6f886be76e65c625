import { sql } from "drizzle-orm";
import { keepingAgreements } from "#server/connections/agreements/agreements.store.ts";
import type { Db } from "#server/platform/db/open.ts";
import { patchRevision, type RevisionPatch } from "#server/agents/revisions/revisions.store.ts";

/** A change by a person, who has seen it: their own secrets and logins stay, those of others wait until their owners agree. */
export async function changeRevision(db: Db, buildId: string, patch: RevisionPatch, userId: string): Promise<void> {
  const { revision_name: _, revision_description: __, ...work } = patch;
  if (Object.keys(work).length === 0) return patchRevision(db, buildId, patch);
  const agreements = { of: sql`r.id = ${buildId}`, parts: ["config", "agents", "skills", "files"] } as const;
  await keepingAgreements(db, userId, agreements, () => patchRevision(db, buildId, patch, userId));
}
