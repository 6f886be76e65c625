import { sql } from "drizzle-orm";
import { type AgentCaller, maxCallers } from "#contract/agents/agent-ties.ts";
import type { Db } from "#server/platform/db/open.ts";
import { agents, revisions } from "#server/agents/agents/agents.table.ts";
import { namesPeer } from "#server/agents/revisions/peers.store.ts";

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
