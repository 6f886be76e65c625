import type { Db } from "#server/platform/db/open.ts";
import { orphanedObjects } from "#server/library/library.table.ts";

/** Notes objects that no row names any more; their bytes go later, so that who is reading them now can finish. */
export async function orphan(db: Db, objectKeys: readonly string[]): Promise<void> {
  if (objectKeys.length > 0)
    await db
      .insert(orphanedObjects)
      .values(objectKeys.map((object_key) => ({ object_key })))
      .onConflictDoNothing();
}
