import { sql } from "drizzle-orm";
import type { QueueSlotType } from "#contract/agents/slots.ts";
import type { Db } from "#server/db/open.ts";
import { agents, revisions } from "#server/db/tables/agents.ts";
import { revisionSlotQueues, revisionSlots } from "#server/db/tables/queues.ts";

export interface QueueAgent {
  readonly agent_id: string;
  readonly agent_name: string;
  readonly produces: boolean;
  readonly consumes: boolean;
  readonly is_handover_target: boolean;
}

const maxAgents = 500;

/** The agents whose live revision has a slot for this queue, by name. */
export async function findQueueAgents(db: Db, teamId: string, queueId: string): Promise<QueueAgent[]> {
  const has = (type: QueueSlotType) => sql`bool_or(s.integration_type = ${type})`;
  const { rows } = await db.execute(sql`
    with bound as (
      select a.id, a.name, ${has("case-queue-producer")} as produces, ${has("case-queue-consumer")} as consumes
      from ${revisionSlotQueues} q join ${revisionSlots} s on s.id = q.slot_id
      join ${revisions} r on r.id = s.build_id and r.status = 'live' join ${agents} a on a.id = r.agent_id and a.deleted_at is null
      where q.queue_id = ${queueId} and a.team_id = ${teamId} group by a.id, a.name
      order by a.name collate "und-x-icu", a.id limit ${maxAgents})
    select b.id as agent_id, b.name as agent_name, b.produces, b.consumes, exists (
      select from ${revisions} r join ${agents} a on a.id = r.agent_id
      where a.team_id = ${teamId} and a.deleted_at is null and r.status = 'live' and r.handover_target_ids @> array[b.id]) as is_handover_target
    from bound b order by b.name collate "und-x-icu", b.id`);
  return rows as unknown as QueueAgent[];
}
