import { sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/open.ts";
import type { Context } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { holdCases } from "./case-owners.ts";
import { readCases } from "./case-record.ts";
import { lockQueue } from "#server/queues/queues/queues.store.ts";

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

/** The record of a case. */
export async function readCase(db: Db, caseId: string) {
  const [found] = await readCases(db, [caseId]);
  if (!found) throw refuse("not_found");
  return found;
}

/** Keeps a case, its queue and the run that works on it as they are. */
export async function holdCase({ db }: Context, caseId: string) {
  const { rows } = await db.execute<{ queue_id: string }>(sql`select queue_id from cases where id = ${caseId}`);
  const queueId = rows[0]?.queue_id;
  if (!queueId || !(await lockQueue(db, queueId))) throw refuse("not_found");
  const { cases, owners } = await holdCases(db, sql`c.id = ${caseId}`);
  if (cases.length === 0) throw refuse("not_found");
  return { queueId, owners };
}
