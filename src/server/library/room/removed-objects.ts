import { inArray, sql } from "drizzle-orm";
import { orphanedObjects } from "#server/library/library.table.ts";
import type { Services } from "#server/platform/http/context.ts";

const batch = 100;

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
