import { sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/open.ts";

const portion = 500;

/** Removes keys that expired 30 days ago, in portions: until then whoever still sends one is told so, and the list shows what replaced it. */
export async function removeExpiredKeys(db: Db, closed: () => boolean): Promise<void> {
  for (;;) {
    const removed = await db.execute(sql`
      delete from api_keys where id in (
        select id from api_keys where expires_at < now() - interval '30 days' order by expires_at limit ${portion} for update skip locked)`);
    if (closed() || (removed.rowCount ?? 0) < portion) return;
  }
}
