import { sql } from "drizzle-orm";
import type { Db } from "#server/db/open.ts";
import { refuse } from "#server/http/refusal.ts";
import { lockQueue } from "./queues.store.ts";

/** The case has to lie in the queue of the address. It stays there until the request is done. */
export async function requireCaseOf(
  db: Db,
  { queue_id, case_id }: { queue_id: string; case_id: string },
  mode: "key share" | "no key update" = "key share",
): Promise<void> {
  if (!(await lockQueue(db, queue_id, "key share"))) throw refuse("not_found");
  const { rows } = await db.execute(sql`select 1 from cases where id = ${case_id} and queue_id = ${queue_id} for ${sql.raw(mode)}`);
  if (rows.length === 0) throw refuse("not_found");
}
