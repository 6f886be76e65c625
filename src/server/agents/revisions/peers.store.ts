import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { agents, revisions } from "#server/agents/agents/agents.table.ts";
import { keepingAgreements } from "#server/connections/agreements/agreements.store.ts";
import type { Moving } from "#server/engine/revision-part.ts";
import { anyOf } from "#server/platform/db/any-of.ts";
import type { Db } from "#server/platform/db/open.ts";

/** The agents that a revision names. */
export type Peers = Pick<typeof revisions.$inferSelect, "handover_target_ids" | "handover_to" | "sub_agent_ids">;

/**
 * Those of `ids` that are agents of the team, kept from being deleted until the transaction ends. Locked in the order of their ids,
 * and in a mode that only a deletion waits for.
 */
export async function lockTargets(db: Db, teamId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: agents.id })
    .from(agents)
    .where(and(inArray(agents.id, [...ids]), eq(agents.team_id, teamId), isNull(agents.deleted_at)))
    .orderBy(agents.id)
    .for("key share");
  return new Set(rows.map((r) => r.id));
}

export interface HandoverTarget {
  readonly id: string;
  /** Null when the agent is gone. */
  readonly name: string | null;
  readonly live: boolean;
}

/** The agents that `ids` name, in that order. */
export async function handoverTargetsOf(db: Db, teamId: string, ids: readonly string[]): Promise<HandoverTarget[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ id: agents.id, name: agents.name, live: sql<boolean>`${revisions.id} is not null` })
    .from(agents)
    .leftJoin(revisions, and(eq(revisions.agent_id, agents.id), eq(revisions.status, "live")))
    .where(and(inArray(agents.id, [...ids]), eq(agents.team_id, teamId), isNull(agents.deleted_at)));
  const known = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => known.get(id) ?? { id, name: null, live: false });
}

/** What a copy of a revision still names: agents that are left, and never the agent it is for. */
export async function keptPeers(db: Db, teamId: string, source: Peers, agentId?: string): Promise<Peers> {
  const { handover_target_ids, handover_to, sub_agent_ids } = source;
  const left = await lockTargets(db, teamId, [...handover_target_ids, ...sub_agent_ids, ...(handover_to ? [handover_to] : [])]);
  const kept = (id: string) => left.has(id) && id !== agentId;
  return {
    handover_target_ids: handover_target_ids.filter(kept),
    handover_to: handover_to && kept(handover_to) ? handover_to : null,
    sub_agent_ids: sub_agent_ids.filter(kept),
  };
}

/** What historic revisions of agents that move name and does not come along. Those that count hang together, and move together. */
export async function leavePeers(db: Db, { agentIds }: Moving): Promise<void> {
  const moved = anyOf(agentIds);
  const kept = (column: SQL) => sql`array(select p from unnest(${column}) p where p = ${moved})`;
  await db.execute(sql`
    update ${revisions} r set handover_target_ids = ${kept(sql`r.handover_target_ids`)}, sub_agent_ids = ${kept(sql`r.sub_agent_ids`)},
      handover_to = case when r.handover_to = ${moved} then r.handover_to end
    where r.agent_id = ${moved} and r.status = 'historic'`);
}

/** Takes a deleted agent out of every revision that names it. Rows are locked in the order of their ids: two deletions may share some. */
export async function removePeer(db: Db, teamId: string, agentId: string, userId: string): Promise<void> {
  const change = () =>
    db.execute(sql`
    with holders as materialized (
      select r.id from ${revisions} r join ${agents} a on a.id = r.agent_id
      where a.team_id = ${teamId} and ${namesPeer(agentId)} order by r.id for update of r)
    update ${revisions} r set handover_target_ids = array_remove(r.handover_target_ids, ${agentId}::uuid),
      handover_to = nullif(r.handover_to, ${agentId}::uuid), sub_agent_ids = array_remove(r.sub_agent_ids, ${agentId}::uuid),
      changed_by = ${userId}, changed_at = now()
    from holders where r.id = holders.id`);
  await keepingAgreements(db, userId, { of: sql`a.team_id = ${teamId} and ${namesPeer(agentId)}`, parts: ["agents"] }, change);
}

/** Whether revision `r` names an agent. */
export function namesPeer(agentId: string): SQL {
  return sql`(r.handover_target_ids @> array[${agentId}::uuid] or r.handover_to = ${agentId} or r.sub_agent_ids @> array[${agentId}::uuid])`;
}
