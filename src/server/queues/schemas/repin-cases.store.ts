import { type SQL, and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/open.ts";
import { runs } from "#server/engine/runs.table.ts";
import type { RunRecord } from "#server/engine/log/run-record.ts";
import { noteEvents } from "#server/queues/cases/case-writes.store.ts";

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

/** Agents of an automation that have no live build. */
export async function findIdle(db: Db, automationId: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(idleOf(automationId));
  return rows.map(({ id }) => id);
}

const idleOf = (automationId: string) => sql`
  select a.id from agents a where a.automation_id = ${automationId} and a.deleted_at is null
    and not exists (select from revisions v where v.agent_id = a.id and v.status = 'live')`;

/** The ids of cases `c` of an automation that nobody has begun with. More conditions may follow. */
export const pendingOf = (automationId: string) => sql`
  select c.id from cases c join queues q on q.id = c.queue_id
  where q.automation_id = ${automationId} and c.state = 'pending' and c.claimed_at is null`;

/** Those that no run was started for, and that were given by name to an agent without a live build. */
const assignedOf = (automationId: string) =>
  sql`${pendingOf(automationId)} and c.run_id is null and c.agent_id in (${idleOf(automationId)})`;

export async function countAssigned(db: Db, automationId: string): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from (${assignedOf(automationId)}) c`);
  return rows[0]?.n ?? 0;
}

/** Lets anybody take cases `c` again. Returns how many were released. */
export async function release(db: Db, which: SQL, userId: string | null): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    with freed as (
      update cases c set run_id = null, agent_id = null, assigned_by = null, updated_at = now() where ${which} returning c.id),
    told as (${noteEvents(sql`freed`, "released", { userId }, "The active revision assigns it to another agent.")})
    select count(*)::int as n from freed`);
  return rows[0]?.n ?? 0;
}

/** Releases at most so many of the cases that wait for an agent without a live build. What somebody holds is waited for. */
export async function releaseSome(db: Db, automationId: string, userId: string | null, limit: number): Promise<number> {
  return release(db, sql`c.id = any(array(${assignedOf(automationId)} order by c.id limit ${limit} for update of c))`, userId);
}

export async function nameOf(db: Db, automationId: string): Promise<string> {
  const { rows } = await db.execute<{ name: string }>(sql`select name from automations where id = ${automationId}`);
  return rows[0]?.name ?? "";
}
