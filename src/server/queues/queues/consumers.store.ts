import { sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/open.ts";

/** Whether a revision takes cases from a queue. */
export const takesFrom = (buildId: unknown, queueId: unknown) => sql`exists (
  select from revision_slots s join revision_slot_queues sq on sq.slot_id = s.id
  where s.build_id = ${buildId} and s.integration_type = 'case-queue-consumer' and sq.queue_id = ${queueId})`;

/** Whether the live revision of agent `a` does. */
export const consumes = (queueId: unknown) => sql`exists (
  select from revisions r where r.agent_id = a.id and r.status = 'live' and ${takesFrom(sql`r.id`, queueId)})`;

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
    where t.agent_id = ${build.agent_id} and t.enabled and not ${takesFrom(build.id, sql`t.queue_id`)}`);
  return rows;
}
