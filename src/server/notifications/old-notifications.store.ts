import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/open.ts";

/** What happened so long ago is nobody's news any more. In days. */
const keptDays = 90;
const portion = 500;

/** Removes old batches with all their members, and emails of what waited, in portions. A batch is as old as what happened in it last. */
export async function removeOldNotifications(db: Db, closed: () => boolean): Promise<void> {
  const old = sql`now() - make_interval(days => ${keptDays})`;
  await inPortions(
    db,
    closed,
    sql`
    delete from notification_deliveries where id in (
      select id from notification_deliveries where batch_id is null and created_at < ${old} limit ${portion} for update skip locked)`,
  );
  await inPortions(
    db,
    closed,
    sql`
    delete from notification_batches where id in (
      select id from notification_batches where last_at < ${old} order by last_at limit ${portion} for update skip locked)`,
  );
}

async function inPortions(db: Db, closed: () => boolean, removal: SQL): Promise<void> {
  while (!closed() && (await db.execute(removal)).rowCount === portion);
}
