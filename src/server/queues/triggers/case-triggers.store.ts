import { and, eq, sql } from "drizzle-orm";
import type { CaseTrigger } from "#contract/queues/case-triggers.ts";
import { newId, withInstants } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { caseTriggers } from "./case-triggers.table.ts";
import { consumes } from "#server/queues/queues/consumers.store.ts";

export type TriggerRecord = typeof caseTriggers.$inferSelect;
type TriggerRow = Omit<CaseTrigger, "can_disable" | "has_conflict">;

/** Other agents of the team that the queue triggers. */
const rivals = (queueId: unknown, agentId: unknown) => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name) order by a.name collate "und-x-icu", a.id), '[]')
  from case_triggers o join agents a on a.id = o.agent_id and a.deleted_at is null
  where o.queue_id = ${queueId} and o.enabled and o.agent_id <> ${agentId})`;

export async function listTriggers(db: Db, agentId: string): Promise<TriggerRow[]> {
  const { rows } = await db.execute(sql`
    select t.id, t.agent_id, t.queue_id as case_queue_id, coalesce(q.revision_name, q.name) as case_queue_name, t.user_id, t.enabled,
      t.concurrency, t.created_at, t.updated_at, u.name as creator_display_name, ${rivals(sql`t.queue_id`, sql`t.agent_id`)} as conflicting_agents
    from case_triggers t join queues q on q.id = t.queue_id join users u on u.id = t.user_id where t.agent_id = ${agentId}`);
  return (rows as unknown as TriggerRow[]).map((row) => withInstants(row, "created_at", "updated_at"));
}

export async function findRivals(db: Db, queueId: string, agentId: string): Promise<CaseTrigger["conflicting_agents"]> {
  const { rows } = await db.execute<{ found: CaseTrigger["conflicting_agents"] }>(
    sql`select ${rivals(sql`${queueId}::uuid`, sql`${agentId}::uuid`)} as found`,
  );
  return rows[0]?.found ?? [];
}

export type TriggerFields = Pick<TriggerRecord, "queue_id" | "enabled" | "concurrency">;

export async function insertTrigger(db: Db, agentId: string, userId: string, fields: TriggerFields): Promise<boolean> {
  const made = await db
    .insert(caseTriggers)
    .values({ ...fields, id: newId(), agent_id: agentId, user_id: userId })
    .onConflictDoNothing({ target: caseTriggers.agent_id })
    .returning({ id: caseTriggers.id });
  return made.length > 0;
}

export async function lockTrigger(db: Db, agentId: string, triggerId: string): Promise<TriggerRecord | undefined> {
  const [row] = await db
    .select()
    .from(caseTriggers)
    .where(and(eq(caseTriggers.id, triggerId), eq(caseTriggers.agent_id, agentId)))
    .for("update");
  return row;
}

export async function patchTrigger(db: Db, id: string, patch: Partial<TriggerFields>): Promise<void> {
  await db
    .update(caseTriggers)
    .set({ ...patch, updated_at: sql`now()` })
    .where(eq(caseTriggers.id, id));
}

export async function removeTrigger(db: Db, id: string): Promise<void> {
  await db.delete(caseTriggers).where(eq(caseTriggers.id, id));
}

export async function removeTriggerOfAgent(db: Db, agentId: string): Promise<void> {
  await db.delete(caseTriggers).where(eq(caseTriggers.agent_id, agentId));
}

export async function removeTriggersOf(db: Db, queueId: string): Promise<void> {
  await db.delete(caseTriggers).where(eq(caseTriggers.queue_id, queueId));
}

/** Disables the triggers of agents whose live revision no longer takes cases from the queue: every case would fail. */
export async function disableIdleTriggers(db: Db, agentIds: readonly string[]): Promise<void> {
  await db.execute(sql`
    update case_triggers t set enabled = false, updated_at = now() from agents a
    where a.id = t.agent_id and a.id = any(${sql.param([...agentIds])}::uuid[]) and t.enabled and not ${consumes(sql`t.queue_id`)}`);
}
