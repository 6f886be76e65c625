import { type SQL, sql } from "drizzle-orm";
import type { Deletion } from "#contract/deletion.ts";
import type { Db } from "#server/platform/db/open.ts";
import { openStatuses } from "#server/agents/generation/builder-run-state.ts";
import { namesQueue } from "#server/queues/queues/queue-deletion.store.ts";
import { openStates } from "#server/queues/cases/case-state.ts";
import type { AgentRecord } from "#server/agents/agents/agents.store.ts";
import { agentsUsing, casesIn, countedAs, findDeletion, namedAs, queueTitle, queuesStarting, runsStopped } from "./deletion.store.ts";
import { namesPeer } from "#server/agents/revisions/peers.store.ts";

/** What stops with agents: `which` is a condition on the id of one. */
function workOf(which: (id: SQL) => SQL): SQL[] {
  const generations = sql`select count(*) from builder_runs b where ${which(sql`b.agent_id`)} and b.status in ${openStatuses}`;
  return [...runsStopped(which(sql`o.agent_id`)), countedAs("generations", generations)];
}

export async function findAgentDeletion(db: Db, { id, team_id }: AgentRecord): Promise<Deletion> {
  const own = sql`select r.id from revisions r where r.agent_id = ${id}`;
  return findDeletion(db, [
    ...workOf((agent) => sql`${agent} = ${id}`),
    ...queuesStarting(sql`t.agent_id = ${id}`),
    countedAs("revisions", sql`select count(*) from (${own}) o`),
    countedAs("schedules", sql`select count(*) from schedules where agent_id = ${id}`),
    countedAs("eventTriggers", sql`select count(*) from event_triggers where agent_id = ${id}`),
    countedAs("memory", sql`select count(*) from memory_files where agent_id = ${id}`),
    countedAs("rubrics", sql`select count(distinct slug) from eval_rubrics where build_id in (${own}) and deleted_at is null`),
    countedAs("suggestions", sql`select count(*) from suggestions where agent_id = ${id} and status = 'pending'`),
    countedAs("assigned", sql`select count(*) from cases where agent_id = ${id} and state = any(${sql.param([...openStates])}::text[])`),
    agentsUsing(team_id, namesPeer(id)),
    namedAs("automations", sql`from agents a join automations it on it.id = a.automation_id where a.id = ${id}`),
    namedAs(
      "running",
      sql`from automation_revision_agents b join automation_revisions v on v.id = b.revision_id and v.status = 'active'
        join automations it on it.id = v.automation_id where b.agent_id = ${id}`,
    ),
    namedAs(
      "routed",
      sql`from automation_revision_queues b join automation_revisions v on v.id = b.revision_id and v.status = 'active'
        join queues it on it.id = b.queue_id and it.deleted_at is null where b.agent_id = ${id}`,
      queueTitle,
    ),
  ]);
}

export async function findAutomationDeletion(db: Db, teamId: string, automationId: string): Promise<Deletion> {
  const members = (table: "agents" | "queues") =>
    sql`(select m.id from ${sql.raw(table)} m where m.automation_id = ${automationId} and m.deleted_at is null)`;
  const [agents, queues] = [members("agents"), members("queues")];
  const peers = sql`(r.handover_target_ids && array${agents} or r.handover_to in ${agents} or r.sub_agent_ids && array${agents})`;
  const cases = casesIn(sql`scope in (select m.id::text from ${queues} m)`);
  return findDeletion(db, [
    ...workOf((agent) => sql`${agent} in ${agents}`),
    countedAs("scheduled", sql`select count(*) from schedules where enabled and agent_id in ${agents}`),
    countedAs("listening", sql`select count(*) from event_triggers where enabled and agent_id in ${agents}`),
    ...queuesStarting(sql`t.agent_id in ${agents}`, sql`it.id not in ${queues}`),
    namedAs("agents", sql`from agents it where it.id in ${agents}`),
    namedAs("queues", sql`from queues it where it.id in ${queues}`, queueTitle),
    countedAs("cases", cases),
    namedAs(
      "starts",
      sql`from case_triggers t join agents it on it.id = t.agent_id and it.deleted_at is null
        where t.enabled and t.queue_id in ${queues} and it.id not in ${agents}`,
    ),
    agentsUsing(
      teamId,
      sql`r.agent_id not in ${agents} and (${peers} or ${namesQueue(sql`l.queue_id in ${queues}`)})`,
      sql`t.queue_id not in ${queues}`,
    ),
  ]);
}
