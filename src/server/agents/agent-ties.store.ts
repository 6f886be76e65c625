import { sql } from "drizzle-orm";
import { type AgentCaller, type AgentDeletion, maxCallers } from "#contract/agents/agent-ties.ts";
import type { Db } from "#server/db/open.ts";
import { agents, revisions } from "#server/db/tables/agents.ts";
import { automationRevisionAgents, automationRevisionQueues, automationRevisions } from "#server/db/tables/automation-revisions.ts";
import { automations } from "#server/db/tables/automations.ts";
import { builderRuns } from "#server/db/tables/builder-runs.ts";
import { cases, caseTriggers } from "#server/db/tables/cases.ts";
import { evalRubrics } from "#server/db/tables/evaluation.ts";
import { memoryFiles } from "#server/db/tables/memory.ts";
import { queues } from "#server/db/tables/queues.ts";
import { runs } from "#server/db/tables/runs.ts";
import { suggestions } from "#server/db/tables/suggestions.ts";
import { openStatuses } from "#server/engine/builder-run-state.ts";
import { activeStatuses } from "#server/engine/run-state.ts";
import { openStates } from "#server/queues/case-state.ts";
import type { AgentRecord } from "./agents.store.ts";
import { namesPeer } from "./revisions.store.ts";

/** The agents of a team whose live revision names this one. */
export async function findCallers(db: Db, teamId: string, agentId: string): Promise<{ callers: AgentCaller[]; total: number }> {
  const { rows } = await db.execute<AgentCaller & { total: number }>(sql`
    select a.id as agent_id, a.name as agent_name, count(*) over ()::int as total, array_remove(array[
        case when r.handover_target_ids @> array[${agentId}::uuid] then 'handover_target' end,
        case when r.handover_to = ${agentId} then 'handover_to' end,
        case when r.sub_agent_ids @> array[${agentId}::uuid] then 'sub_agent' end], null) as ways
    from ${revisions} r join ${agents} a on a.id = r.agent_id
    where a.team_id = ${teamId} and a.deleted_at is null and r.status = 'live' and ${namesPeer(agentId)}
    order by a.name collate "und-x-icu", a.id limit ${maxCallers}`);
  return { callers: rows.map(({ total: _, ...caller }) => caller), total: rows[0]?.total ?? 0 };
}

/** What goes with an agent, in one look at the store. */
export async function countDeletion(db: Db, { id, team_id }: AgentRecord): Promise<AgentDeletion> {
  const active = sql`any(${sql.param([...activeStatuses])}::text[])`;
  const own = sql`select r.id from ${revisions} r where r.agent_id = ${id}`;
  const { rows } = await db.execute<Record<keyof AgentDeletion, never>>(sql`
    with recursive stopped as (
      select id, 0 as depth from ${runs} where agent_id = ${id} and status = ${active}
      union select c.id, p.depth + 1 from stopped p join ${runs} c on c.parent_run_id = p.id
      where c.source = 'sub_agent' and c.status = ${active} and c.agent_id <> ${id})
    select (select count(*)::int from (${own}) o) as revisions,
      (select count(*)::int from stopped where depth = 0) as active_runs,
      (select count(*)::int from stopped where depth > 0) as asked_runs,
      (select count(*)::int from ${builderRuns} where agent_id = ${id} and status in ${openStatuses}) as open_generations,
      (select count(*)::int from ${memoryFiles} where agent_id = ${id}) as memory_files,
      (select count(distinct slug)::int from ${evalRubrics} where build_id in (${own}) and deleted_at is null) as rubrics,
      (select count(*)::int from ${suggestions} where agent_id = ${id} and status = 'pending') as suggestions,
      (select jsonb_build_object('queue_id', q.id, 'queue_name', coalesce(q.revision_name, q.name), 'enabled', t.enabled,
          'alone', not exists (select from ${caseTriggers} o join ${agents} a on a.id = o.agent_id and a.deleted_at is null
            where o.queue_id = t.queue_id and o.enabled and o.agent_id <> t.agent_id))
        from ${caseTriggers} t join ${queues} q on q.id = t.queue_id where t.agent_id = ${id}) as trigger,
      (select count(*)::int from ${cases} where agent_id = ${id} and state = any(${sql.param([...openStates])}::text[])) as assigned_cases,
      (select count(distinct a.id)::int from ${revisions} r join ${agents} a on a.id = r.agent_id
        where a.team_id = ${team_id} and a.deleted_at is null and ${namesPeer(id)}) as callers,
      (select jsonb_build_object('id', m.id, 'name', m.name, 'active', b.agent_id is not null,
          'queues', (select count(*) from ${automationRevisionQueues} q where q.revision_id = v.id and q.agent_id = a.id))
        from ${agents} a join ${automations} m on m.id = a.automation_id
        left join ${automationRevisions} v on v.automation_id = m.id and v.status = 'active'
        left join ${automationRevisionAgents} b on b.revision_id = v.id and b.agent_id = a.id
        where a.id = ${id}) as automation`);
  const [row] = rows;
  if (!row) throw new Error("a count has a row");
  return row;
}
