import { sql } from "drizzle-orm";
import type { QueueSlotType } from "#contract/agents/slots.ts";
import type { Db } from "#server/platform/db/open.ts";
import { agents, revisions } from "#server/agents/agents/agents.table.ts";
import { runs } from "#server/engine/runs.table.ts";
import { atWorkOnCases, waitingWithCase } from "#server/queues/dispatch/case-dispatcher.ts";
import { caseTriggers } from "#server/queues/triggers/case-triggers.table.ts";
import { users } from "#server/teams/teams.table.ts";
import { revisionSlots } from "#server/agents/slots/slots.table.ts";
import { queues, revisionSlotQueues } from "./queues.table.ts";

export interface QueueAgent {
  readonly agent_id: string;
  readonly agent_name: string;
  readonly produces: boolean;
  readonly consumes: boolean;
  readonly is_handover_target: boolean;
  readonly created_by: string | null;
  /** Its case trigger, if it has one; it may be disabled, and may be of another queue. */
  readonly trigger: {
    readonly id: string;
    readonly queue_id: string;
    readonly queue_name: string;
    readonly enabled: boolean;
    readonly concurrency: number | null;
    readonly user_id: string;
    readonly creator: string;
  } | null;
  /** How many of its runs hold a place of its trigger, and how many wait for a person about their case. */
  readonly at_work: number;
  readonly waiting: number;
  readonly live: boolean;
  /** Whether the queue triggers it, and whether it triggers another agent too. */
  readonly triggered: boolean;
  readonly rivalled: boolean;
}

const maxAgents = 500;

/** The agents whose live revision has a slot for this queue, and those that have a trigger of it, by name. */
export async function findQueueAgents(db: Db, teamId: string, queueId: string): Promise<QueueAgent[]> {
  const has = (type: QueueSlotType) => sql`coalesce(bool_or(s.integration_type = ${type}), false)`;
  const { rows } = await db.execute(sql`
    with bound as (
      select a.id, a.name, a.created_by, ${has("case-queue-producer")} as produces, ${has("case-queue-consumer")} as consumes
      from (select s.integration_type, r.agent_id from ${revisionSlotQueues} q join ${revisionSlots} s on s.id = q.slot_id
          join ${revisions} r on r.id = s.build_id and r.status = 'live' where q.queue_id = ${queueId}
        union all select null, t.agent_id from ${caseTriggers} t where t.queue_id = ${queueId}) s
      join ${agents} a on a.id = s.agent_id and a.deleted_at is null
      where a.team_id = ${teamId} group by a.id, a.name, a.created_by
      order by a.name collate "und-x-icu", a.id limit ${maxAgents})
    select b.id as agent_id, b.name as agent_name, b.created_by, b.produces, b.consumes, exists (
      select from ${revisions} r join ${agents} a on a.id = r.agent_id
      where a.team_id = ${teamId} and a.deleted_at is null and r.status = 'live' and r.handover_target_ids @> array[b.id]) as is_handover_target,
      case when t.id is not null then jsonb_build_object('id', t.id, 'queue_id', t.queue_id,
        'queue_name', coalesce(tq.revision_name, tq.name), 'enabled', t.enabled, 'concurrency', t.concurrency, 'user_id', t.user_id,
        'creator', tu.name) end as trigger,
      (select count(*)::int from ${runs} r where ${atWorkOnCases(sql`b.id`, sql`t.concurrency`)}) as at_work,
      (select count(*)::int from ${runs} r where ${waitingWithCase(sql`b.id`)}) as waiting,
      exists (select from ${revisions} r where r.agent_id = b.id and r.status = 'live') as live,
      coalesce(t.enabled and t.queue_id = ${queueId}, false) as triggered,
      coalesce(t.enabled and t.queue_id = ${queueId}, false) and exists (select from ${caseTriggers} o join ${agents} a on a.id = o.agent_id and a.deleted_at is null
        where o.queue_id = ${queueId} and o.enabled and o.agent_id <> b.id) as rivalled
    from bound b left join ${caseTriggers} t on t.agent_id = b.id left join ${queues} tq on tq.id = t.queue_id
    left join ${users} tu on tu.id = t.user_id
    order by b.name collate "und-x-icu", b.id`);
  return rows as unknown as QueueAgent[];
}

/** What is wrong with an agent of a queue. */
export function problemsOf({ produces, consumes, triggered, rivalled }: QueueAgent) {
  return [
    ...(rivalled ? (["multiple_triggers"] as const) : []),
    ...(produces && consumes ? (["producer_consumer_mix"] as const) : []),
    ...(triggered && !consumes ? (["trigger_without_slot"] as const) : []),
  ];
}
