import { sql } from "drizzle-orm";
import type { StartingPair } from "#contract/agents/automation-triggers.ts";
import type { StepType } from "#contract/agents/config.ts";
import { newId } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { agents, revisions } from "#server/agents/agents/agents.table.ts";
import { automationRevisionAgents, automationRevisionQueues } from "./automation-revisions.table.ts";
import { caseTriggers } from "#server/queues/triggers/case-triggers.table.ts";
import { queues } from "#server/queues/queues/queues.table.ts";
import { takesFrom } from "#server/queues/queues/consumers.store.ts";

export interface Started extends StartingPair {
  readonly agent_type: StepType;
}

/** A queue that a revision lets start an agent, with the one trigger that the agent has. */
export interface Route extends Started {
  /** Whether the build that the revision binds takes cases from the queue. */
  readonly takes: boolean;
  /** The queue that starts the agent now, if one does, and whether it belongs to the same automation. */
  readonly started_by: { readonly id: string; readonly name: string; readonly member: boolean } | null;
}

/** As many are shown, and no more read. */
const maxPairs = 500;

/** What a revision routes and does not pause. Both members still exist. */
export async function findRoutes(db: Db, automationId: string, revisionId: string): Promise<Route[]> {
  const { rows } = await db.execute(sql`
    select q.id as case_queue_id, coalesce(b.name, q.name) as case_queue_name, a.id as agent_id, a.name as agent_name, a.type as agent_type,
      ${takesFrom(sql`g.build_id`, sql`q.id`)} as takes,
      case when t.enabled and tq.deleted_at is null then jsonb_build_object('id', tq.id, 'name', coalesce(tq.revision_name, tq.name),
        'member', coalesce(tq.automation_id = ${automationId}, false)) end as started_by
    from ${automationRevisionQueues} b join ${queues} q on q.id = b.queue_id and q.deleted_at is null
    join ${agents} a on a.id = b.agent_id and a.deleted_at is null
    join ${automationRevisionAgents} g on g.revision_id = b.revision_id and g.agent_id = a.id
    left join ${caseTriggers} t on t.agent_id = a.id left join ${queues} tq on tq.id = t.queue_id
    where b.revision_id = ${revisionId} and b.enabled order by 2, 1`);
  return rows as unknown as Route[];
}

interface TriggerAt extends Started {
  /** Whether the queue belongs to the automation. */
  readonly member: boolean;
  /** Whether the agent has a live build; without one nothing is started. */
  readonly live: boolean;
}

/** The enabled triggers that touch an automation. */
export async function findTriggersAt(db: Db, automationId: string): Promise<TriggerAt[]> {
  const { rows } = await db.execute(sql`
    select q.id as case_queue_id, coalesce(q.revision_name, q.name) as case_queue_name, a.id as agent_id, a.name as agent_name, a.type as agent_type,
      coalesce(q.automation_id = ${automationId}, false) as member,
      exists (select from ${revisions} r where r.agent_id = a.id and r.status = 'live') as live
    from ${caseTriggers} t join ${agents} a on a.id = t.agent_id and a.deleted_at is null
    join ${queues} q on q.id = t.queue_id and q.deleted_at is null
    where t.enabled and t.id in (
      select t.id from ${caseTriggers} t join ${queues} q on q.id = t.queue_id where q.automation_id = ${automationId}
      union select t.id from ${caseTriggers} t join ${agents} a on a.id = t.agent_id where a.automation_id = ${automationId})
    order by 2, 4, 1, 3 limit ${maxPairs}`);
  return rows as unknown as TriggerAt[];
}

/** Of the triggers of bound agents on queues outside the automation those that a revision leaves as they are. */
export async function findKeptTriggers(db: Db, automationId: string, revisionId: string): Promise<Started[]> {
  const { rows } = await db.execute(sql`
    select q.id as case_queue_id, coalesce(q.revision_name, q.name) as case_queue_name, a.id as agent_id, a.name as agent_name, a.type as agent_type
    from ${automationRevisionAgents} g join ${agents} a on a.id = g.agent_id and a.deleted_at is null
    join ${caseTriggers} t on t.agent_id = a.id and t.enabled
    join ${queues} q on q.id = t.queue_id and q.deleted_at is null and q.automation_id is distinct from ${automationId}
    where g.revision_id = ${revisionId} and ${takesFrom(sql`g.build_id`, sql`q.id`)}`);
  return rows as unknown as Started[];
}

export interface Routing {
  readonly automationId: string;
  /** The pairs that start from now on; every other trigger of a queue of the automation is disabled. */
  readonly pairs: readonly Pick<StartingPair, "agent_id" | "case_queue_id">[];
  /** For whom the runs of triggers act that are made, pointed elsewhere or enabled. */
  readonly userId: string;
}

/** Brings the triggers to what a routing says; what is so already is left as they were. An agent keeps how many cases it takes at once. */
export async function applyRouting(db: Db, { automationId, pairs, userId }: Routing): Promise<void> {
  const agentIds = sql.param(pairs.map(({ agent_id }) => agent_id));
  const queueIds = sql.param(pairs.map(({ case_queue_id }) => case_queue_id));
  await db.execute(sql`
    update ${caseTriggers} t set enabled = false, updated_at = now() from ${queues} q
    where q.id = t.queue_id and q.automation_id = ${automationId} and t.enabled
      and not exists (select from unnest(${agentIds}::uuid[], ${queueIds}::uuid[]) w (agent_id, queue_id)
        where w.agent_id = t.agent_id and w.queue_id = t.queue_id)`);
  await db.execute(sql`
    insert into ${caseTriggers} as t (id, agent_id, queue_id, user_id, enabled)
    select w.id, w.agent_id, w.queue_id, ${userId}::uuid, true
    from unnest(${sql.param(pairs.map(() => newId()))}::uuid[], ${agentIds}::uuid[], ${queueIds}::uuid[]) w (id, agent_id, queue_id)
    on conflict (agent_id) do update set queue_id = excluded.queue_id, user_id = excluded.user_id, enabled = true, updated_at = now()
      where not t.enabled or t.queue_id <> excluded.queue_id`);
}
