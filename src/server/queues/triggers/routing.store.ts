import { sql } from "drizzle-orm";
import type { QueueRouting } from "#contract/queues/queue-triggers.ts";
import type { Db } from "#server/platform/db/open.ts";
import { agents } from "#server/agents/agents/agents.table.ts";
import { automationRevisionQueues, automationRevisions } from "#server/agents/automations/automation-revisions.table.ts";
import { automations } from "#server/agents/automations/automations.table.ts";
import { caseTriggers } from "./case-triggers.table.ts";
import { queues } from "#server/queues/queues/queues.table.ts";

/** What an active revision says about who is started by a queue. Undefined when the queue belongs to no automation that was activated. */
export async function findRouting(db: Db, queueId: string): Promise<QueueRouting | undefined> {
  const { rows } = await db.execute(sql`
    select m.id as automation_id, m.name as automation_name, v.id as revision_id, v.revision_number, a.id as agent_id, a.name as agent_name,
      coalesce(b.enabled, false) as enabled
    from ${queues} q join ${automations} m on m.id = q.automation_id
    join ${automationRevisions} v on v.automation_id = m.id and v.status = 'active'
    left join ${automationRevisionQueues} b on b.revision_id = v.id and b.queue_id = q.id
    left join ${agents} a on a.id = b.agent_id and a.deleted_at is null where q.id = ${queueId}`);
  return rows[0] as QueueRouting | undefined;
}

/** Keeps the routing of an agent and a queue, and of the queue that starts the agent, as it is until the transaction ends. */
export async function holdRouting(db: Db, agentId: string, queueId: string | undefined): Promise<void> {
  await db.execute(sql`
    select id from ${automations} where id in (
      select automation_id from ${agents} where id = ${agentId}
      union select q.automation_id from ${queues} q where q.id = ${queueId ?? null}
        or q.id in (select queue_id from ${caseTriggers} where agent_id = ${agentId})) order by id for share`);
}
