import { sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/open.ts";
import { agents, revisions } from "#server/agents/agents/agents.table.ts";
import { automationRevisionAgents, automationRevisionQueues, automationRevisions } from "./automation-revisions.table.ts";
import { revisionSlots } from "#server/agents/slots/slots.table.ts";
import { queues, revisionSlotQueues } from "#server/queues/queues/queues.table.ts";
import type { StepType } from "#contract/agents/config.ts";

export interface RunningAgent {
  readonly id: string;
  readonly name: string;
  readonly type: StepType;
  readonly build_id: string | null;
  readonly build_number: number | null;
}

export interface RunningQueue {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly agent_id: string | null;
  readonly enabled: boolean;
}

/** A link of a build to a queue or to another agent, inside the automation or outside. */
export interface Link {
  readonly agent_id: string;
  readonly kind: "producer" | "consumer" | "handover";
  readonly other_id: string;
  readonly other_name: string;
  readonly other_type: StepType | null;
}

/** The members and what of them runs now: live builds, and the routing of the active revision. */
export async function currentMembers(db: Db, automationId: string): Promise<{ agents: RunningAgent[]; queues: RunningQueue[] }> {
  const agentRows = await db.execute(sql`
    select a.id, a.name, a.type, r.id as build_id, r.revision_number as build_number
    from ${agents} a left join ${revisions} r on r.agent_id = a.id and r.status = 'live'
    where a.automation_id = ${automationId} and a.deleted_at is null order by a.name collate "und-x-icu", a.id`);
  const queueRows = await db.execute(sql`
    select q.id, coalesce(q.revision_name, q.name) as name, coalesce(q.revision_description, q.description) as description,
      w.id as agent_id, coalesce(b.enabled, false) as enabled
    from ${queues} q left join ${automationRevisions} v on v.automation_id = q.automation_id and v.status = 'active'
    left join ${automationRevisionQueues} b on b.revision_id = v.id and b.queue_id = q.id
    left join ${agents} w on w.id = b.agent_id and w.deleted_at is null
    where q.automation_id = ${automationId} and q.deleted_at is null order by q.name collate "und-x-icu", q.id`);
  return { agents: agentRows.rows as unknown as RunningAgent[], queues: queueRows.rows as unknown as RunningQueue[] };
}

/** The members that a revision binds and that still exist. */
export async function boundMembers(db: Db, revisionId: string): Promise<{ agents: RunningAgent[]; queues: RunningQueue[] }> {
  const agentRows = await db.execute(sql`
    select a.id, a.name, a.type, r.id as build_id, r.revision_number as build_number
    from ${automationRevisionAgents} b join ${agents} a on a.id = b.agent_id and a.deleted_at is null join ${revisions} r on r.id = b.build_id
    where b.revision_id = ${revisionId} order by a.name collate "und-x-icu", a.id`);
  const queueRows = await db.execute(sql`
    select q.id, coalesce(b.name, q.name) as name, coalesce(b.description, q.description) as description, w.id as agent_id, b.enabled
    from ${automationRevisionQueues} b join ${queues} q on q.id = b.queue_id and q.deleted_at is null
    left join ${agents} w on w.id = b.agent_id and w.deleted_at is null
    where b.revision_id = ${revisionId} order by q.name collate "und-x-icu", q.id`);
  return { agents: agentRows.rows as unknown as RunningAgent[], queues: queueRows.rows as unknown as RunningQueue[] };
}

/** What these builds are linked to: queues by their slots, agents by their handover targets. */
export async function linksOf(db: Db, buildIds: readonly string[]): Promise<Link[]> {
  const builds = sql`any(${sql.param([...buildIds])}::uuid[])`;
  const { rows } = await db.execute(sql`
    select r.agent_id, case s.integration_type when 'case-queue-producer' then 'producer' else 'consumer' end as kind,
      q.id as other_id, coalesce(q.revision_name, q.name) as other_name, null as other_type
    from ${revisions} r join ${revisionSlots} s on s.build_id = r.id and s.integration_type in ('case-queue-producer', 'case-queue-consumer')
    join ${revisionSlotQueues} l on l.slot_id = s.id join ${queues} q on q.id = l.queue_id and q.deleted_at is null
    where r.id = ${builds}
    union all
    select r.agent_id, 'handover', t.id, t.name, t.type from ${revisions} r
    join ${agents} t on t.id = any(r.handover_target_ids) and t.deleted_at is null where r.id = ${builds}
    order by 1, 2, 4, 3`);
  return rows as unknown as Link[];
}
