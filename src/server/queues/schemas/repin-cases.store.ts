import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/open.ts";
import { runs } from "#server/engine/runs.table.ts";
import type { RunRecord } from "#server/engine/log/run-record.ts";

/** Runs of members that were started for a case and that no worker has taken, held. */
export async function lockUnbegun(db: Db, automationId: string): Promise<RunRecord[]> {
  const given = sql`${runs.id} in (
    select c.run_id from cases c join queues q on q.id = c.queue_id and q.automation_id = ${automationId}
    where c.state = 'pending' and c.run_id is not null and c.claimed_at is null)`;
  const ofMember = sql`${runs.agent_id} in (select id from agents where automation_id = ${automationId} and deleted_at is null)`;
  return db
    .select()
    .from(runs)
    .where(and(given, ofMember, inArray(runs.status, ["not_started", "pending"]), eq(runs.lease, 0)))
    .orderBy(runs.id)
    .for("update");
}

/** Those of them whose case nobody has given to their agent by name, and whose queue does not start it. */
export async function findUnrouted(db: Db, waiting: readonly RunRecord[]): Promise<ReadonlySet<string>> {
  const { rows } = await db.execute<{ run_id: string }>(sql`
    select c.run_id from cases c join runs r on r.id = c.run_id
    where r.id = any(${idsOf(waiting)}::uuid[]) and c.agent_id is distinct from r.agent_id
      and not exists (select from case_triggers t where t.agent_id = r.agent_id and t.queue_id = c.queue_id and t.enabled)`);
  return new Set(rows.map((row) => row.run_id));
}

export const idsOf = (held: readonly RunRecord[]) => sql.param(held.map((run) => run.id));
