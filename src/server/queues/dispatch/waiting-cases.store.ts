import { sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/open.ts";

const maxNext = 10;

export interface Waiting extends Record<string, unknown> {
  readonly id: string;
  readonly title: string;
  readonly priority: number;
  readonly agent_id: string | null;
}

/** The cases that wait, in the order in which they are taken. */
export async function findNext(db: Db, queueId: string): Promise<Waiting[]> {
  const { rows } = await db.execute<Waiting>(sql`
    select id, title, priority, agent_id from cases where queue_id = ${queueId} and state = 'pending' and run_id is null
    order by postponed_to is null, priority desc, created_at, id limit ${maxNext}`);
  return rows;
}

/** How many cases wait that an agent may take: those of anybody, and its own. */
export async function countFor(db: Db, queueId: string, agentId: string): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from cases
    where queue_id = ${queueId} and state = 'pending' and run_id is null and (agent_id is null or agent_id = ${agentId})`);
  return rows[0]?.n ?? 0;
}

const maxWanted = 20;

/** Whom the cases that wait want: agents by their ids, null stands for whoever is triggered. What comes first is named first. */
export async function findWanted(db: Db, queueId: string): Promise<(string | null)[]> {
  const free = sql`queue_id = ${queueId} and state = 'pending' and run_id is null`;
  const { rows } = await db.execute<{ agent_id: string | null }>(sql`
    (select null::uuid as agent_id from cases where ${free} and agent_id is null limit 1)
    union all (select distinct agent_id from cases where ${free} and agent_id is not null order by agent_id limit ${maxWanted})`);
  return rows.map(({ agent_id }) => agent_id);
}
