import { sql } from "drizzle-orm";
import type { Db } from "#server/db/open.ts";

/** A live revision of agent `a` that may take cases from a queue. */
export const consumes = (queueId: unknown) => sql`exists (
  select 1 from revisions r join revision_slots s on s.build_id = r.id and s.integration_type = 'case-queue-consumer'
  join revision_slot_queues sq on sq.slot_id = s.id where r.agent_id = a.id and r.status = 'live' and sq.queue_id = ${queueId})`;

export async function isAgentOf(db: Db, teamId: string, agentId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from agents where id = ${agentId} and team_id = ${teamId} and deleted_at is null`);
  return rows.length > 0;
}

/** This agent, or without one the agent that the queue triggers first; undefined when it takes no cases from the queue. */
export async function findConsumer(db: Db, queueId: string, agentId: string | undefined): Promise<string | undefined> {
  const { rows } = await db.execute<{ id: string }>(
    agentId
      ? sql`select a.id from agents a where a.id = ${agentId} and a.deleted_at is null and ${consumes(queueId)}`
      : sql`select a.id from case_triggers t join agents a on a.id = t.agent_id and a.deleted_at is null
          where t.queue_id = ${queueId} and t.enabled and ${consumes(queueId)} order by t.created_at, t.id limit 1`,
  );
  return rows[0]?.id;
}

/** The queue whose enabled case trigger starts an agent while a revision of it takes no cases from there; none or one. */
export async function queuesNotTaken(db: Db, build: { id: string; agent_id: string }): Promise<{ id: string; name: string }[]> {
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    select q.id, q.name from case_triggers t join queues q on q.id = t.queue_id and q.deleted_at is null
    where t.agent_id = ${build.agent_id} and t.enabled and not exists (
      select from revision_slots s join revision_slot_queues sq on sq.slot_id = s.id
      where s.build_id = ${build.id} and s.integration_type = 'case-queue-consumer' and sq.queue_id = t.queue_id)`);
  return rows;
}
