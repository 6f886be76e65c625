import { sql } from "drizzle-orm";
import type { ErrorExtra } from "#contract/errors.ts";
import { anyOf } from "#server/platform/db/any-of.ts";
import type { Db } from "#server/platform/db/open.ts";
import { agents, revisions } from "#server/agents/agents/agents.table.ts";
import { caseTriggers } from "#server/queues/triggers/case-triggers.table.ts";
import { automations } from "#server/agents/automations/automations.table.ts";
import { builderRuns } from "#server/agents/generation/builder-runs.table.ts";
import { revisionSlots } from "#server/agents/slots/slots.table.ts";
import { queues, revisionSlotQueues } from "#server/queues/queues/queues.table.ts";
import { runs } from "#server/engine/runs.table.ts";
import { openStatuses } from "#server/agents/generation/builder-run-state.ts";
import { activeStatuses } from "#server/engine/run-state.ts";

/**
 * Agents and queues that hang together by what live revisions and drafts name, and by case triggers. Historic revisions are what was, and
 * hold nothing.
 */
export interface Closure {
  readonly agentIds: readonly string[];
  readonly queueIds: readonly string[];
}

export type Blocker = ErrorExtra<"ASSIGNMENT_NOT_STANDALONE">["blockers"][number];

/** Everything that an agent hangs together with, held until the transaction ends: nothing new can join it. */
export async function holdClosure(db: Db, teamId: string, agentId: string): Promise<Closure> {
  let closure: Closure = { agentIds: [agentId], queueIds: [] };
  for (;;) {
    const { agentIds, queueIds } = closure;
    await db.execute(sql`select id from ${agents} where id = ${anyOf(agentIds)} order by id for update`);
    await db.execute(sql`select id from ${queues} where id = ${anyOf(queueIds)} order by id for update`);
    const wider = await grow(db, teamId, closure);
    if (wider.agentIds.length === agentIds.length && wider.queueIds.length === queueIds.length) return closure;
    closure = wider;
  }
}

/** With what hangs directly on it. */
async function grow(db: Db, teamId: string, { agentIds, queueIds }: Closure): Promise<Closure> {
  const current = sql`r.status in ('live', 'draft')`;
  const peersOf = sql`select unnest(r.handover_target_ids || r.sub_agent_ids || r.handover_to)`;
  const slots = sql`${revisionSlots} s join ${revisionSlotQueues} q on q.slot_id = s.id`;
  const { rows } = await db.execute<{ agent_ids: string[]; queue_ids: string[] }>(sql`
    with named as (select r.agent_id, p.id from ${revisions} r cross join lateral (${peersOf}) p (id)
        join ${agents} a on a.id = r.agent_id where a.team_id = ${teamId} and a.deleted_at is null and ${current}),
      used as (select r.agent_id, q.queue_id from ${revisions} r join ${slots} on s.build_id = r.id
        join ${agents} a on a.id = r.agent_id where a.team_id = ${teamId} and a.deleted_at is null and ${current}
        union all select agent_id, queue_id from ${caseTriggers} where agent_id = ${anyOf(agentIds)} or queue_id = ${anyOf(queueIds)})
    select array(select id from ${agents} where team_id = ${teamId} and deleted_at is null and (id = ${anyOf(agentIds)}
        or id in (select id from named where agent_id = ${anyOf(agentIds)}) or id in (select agent_id from named where id = ${anyOf(agentIds)})
        or id in (select agent_id from used where queue_id = ${anyOf(queueIds)}))) as agent_ids,
      array(select id from ${queues} where team_id = ${teamId} and deleted_at is null and (id = ${anyOf(queueIds)}
        or id in (select queue_id from used where agent_id = ${anyOf(agentIds)}))) as queue_ids`);
  const [row] = rows;
  return { agentIds: row?.agent_ids ?? agentIds, queueIds: row?.queue_ids ?? queueIds };
}

/** What keeps an agent where it is: everything that hangs on it, or with `together` only automations, which do not move. */
export async function findBlockers(db: Db, agentId: string, { agentIds, queueIds }: Closure, together: boolean): Promise<Blocker[]> {
  const held = sql`select automation_id from ${agents} where id = ${anyOf(agentIds)} union select automation_id from ${queues} where id = ${anyOf(queueIds)}`;
  const { rows } = await db.execute<{ kind: Blocker["kind"]; id: string; name: string }>(sql`
    select 'automation' as kind, id, name from ${automations} where id in (${held})
    union all select 'agent', id, name from ${agents} where not ${together}::boolean and id = ${anyOf(agentIds)} and id <> ${agentId}
    union all select 'queue', id, coalesce(revision_name, name) from ${queues} where not ${together}::boolean and id = ${anyOf(queueIds)}
    order by 1, 3, 2`);
  return rows;
}

/** What the agents are doing right now. */
export async function findWork(db: Db, { agentIds }: Closure): Promise<ErrorExtra<"agents_at_work">> {
  const active = sql.param([...activeStatuses]);
  const { rows } = await db.execute<ErrorExtra<"agents_at_work">>(sql`
    with work as (
      select 'run' as kind, r.id, r.agent_id, a.name || ', run ' || r.run_number as name, r.created_at
      from ${runs} r join ${agents} a on a.id = r.agent_id where r.agent_id = ${anyOf(agentIds)} and r.status = any(${active}::text[])
      union all
      select 'generation', v.id, v.agent_id, a.name || ', revision ' || v.revision_number, g.created_at
      from ${builderRuns} g join ${revisions} v on v.id = g.build_id join ${agents} a on a.id = v.agent_id
      where g.agent_id = ${anyOf(agentIds)} and g.status in ${openStatuses}),
    first as (select kind, id, agent_id, name, created_at from work order by created_at, id limit 10)
    select count(*) filter (where kind = 'run')::int as active_runs, count(*) filter (where kind = 'generation')::int as open_generations,
      (select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'id', id, 'agent_id', agent_id, 'name', name) order by created_at, id), '[]')
        from first) as work
    from work`);
  return rows[0] ?? { active_runs: 0, open_generations: 0, work: [] };
}
