import { sql } from "drizzle-orm";
import { casePriorities } from "#contract/queues/case.ts";
import type { HoldUp, NextCase, QueueTriggerAgent, TriggerProblem } from "#contract/queues/queue-triggers.ts";
import type * as contract from "#contract/queues/queue-triggers.ts";
import { mayChange } from "#server/agents/rights.ts";
import type { Db } from "#server/db/open.ts";
import { defaultConcurrency, maxWaiting, roomOf } from "#server/engine/cases/case-dispatcher.ts";
import type { Context, Handlers } from "#server/http/context.ts";
import { refuse } from "#server/http/refusal.ts";
import { mayChangeTrigger } from "./case-triggers.ts";
import { findQueueAgents, problemsOf, type QueueAgent } from "./queue-agents.store.ts";
import { findQueue } from "./queues.store.ts";
import { findRouting } from "./routing.ts";

export const queueTriggerHandlers: Handlers<typeof contract> = {
  async getQueueTriggers({ params: { queue_id } }, context) {
    const { db, team } = context;
    const queue = await findQueue(db, queue_id);
    if (!queue) throw refuse("not_found");
    const found = await findQueueAgents(db, team.id, queue_id);
    const agents = found.map((agent) => shown(context, agent, queue_id));
    const live = new Set(found.filter((agent) => agent.live).map(({ agent_id }) => agent_id));
    return {
      pending: queue.case_counts.pending,
      default_concurrency: defaultConcurrency,
      routing: (await findRouting(db, queue_id)) ?? null,
      agents,
      next_cases: takers(await findNext(db, queue_id), agents, queue_id, live),
      held_up: whatHoldsUp(await findWanted(db, queue_id), agents, queue_id, live),
    };
  },
};

const maxNext = 10;

interface Waiting extends Record<string, unknown> {
  readonly id: string;
  readonly title: string;
  readonly priority: number;
  readonly agent_id: string | null;
}

/** The cases that wait, in the order in which they are taken. */
async function findNext(db: Db, queueId: string): Promise<Waiting[]> {
  const { rows } = await db.execute<Waiting>(sql`
    select id, title, priority, agent_id from cases where queue_id = ${queueId} and state = 'pending' and run_id is null
    order by postponed_to is null, priority desc, created_at, id limit ${maxNext}`);
  return rows;
}

/** Who would be started for each: the agent that was given it by name, else the only one that the queue triggers, while it has room. Pure. */
export function takers(
  waiting: readonly Pick<Waiting, "id" | "title" | "priority" | "agent_id">[],
  agents: readonly Pick<QueueTriggerAgent, "agent_id" | "trigger" | "at_work" | "limit" | "waiting">[],
  queueId: string,
  live: ReadonlySet<string>,
): NextCase[] {
  const room = new Map(agents.map((agent) => [agent.agent_id, live.has(agent.agent_id) ? roomOf(agent) : 0]));
  const triggered = startedBy(agents, queueId);
  const only = triggered.length === 1 ? triggered[0]?.agent_id : undefined;
  return waiting.map(({ id, title, priority, agent_id }) => {
    const taker = agent_id ?? only;
    const left = taker === undefined ? 0 : (room.get(taker) ?? 0);
    if (taker !== undefined) room.set(taker, left - 1);
    return { id, title, priority: casePriorities[priority] ?? "none", taken_by: taker !== undefined && left > 0 ? taker : null };
  });
}

function startedBy<A extends Pick<QueueTriggerAgent, "trigger">>(agents: readonly A[], queueId: string): A[] {
  return agents.filter(({ trigger }) => trigger?.enabled && trigger.case_queue_id === queueId);
}

const maxWanted = 20;

/** Whom the cases that wait want: agents by their ids, null stands for whoever is triggered. What comes first is named first. */
async function findWanted(db: Db, queueId: string): Promise<(string | null)[]> {
  const free = sql`queue_id = ${queueId} and state = 'pending' and run_id is null`;
  const { rows } = await db.execute<{ agent_id: string | null }>(sql`
    (select null::uuid as agent_id from cases where ${free} and agent_id is null limit 1)
    union all (select distinct agent_id from cases where ${free} and agent_id is not null order by agent_id limit ${maxWanted})`);
  return rows.map(({ agent_id }) => agent_id);
}

/** What keeps every one of those who are wanted from beginning. Null when one of them can. Pure. */
export function whatHoldsUp(
  wanted: readonly (string | null)[],
  agents: readonly Pick<QueueTriggerAgent, "agent_id" | "agent_name" | "trigger" | "at_work" | "limit" | "waiting">[],
  queueId: string,
  live: ReadonlySet<string>,
): HoldUp | null {
  let first: HoldUp | null = null;
  for (const name of wanted) {
    const able = name === null ? startedBy(agents, queueId) : agents.filter(({ agent_id }) => agent_id === name);
    if (able.some((agent) => live.has(agent.agent_id) && roomOf(agent) > 0)) return null;
    const [one] = able;
    const { agent_name = null, limit = 0, waiting = 0 } = one ?? {};
    const reason = one ? reasonOf(one, live) : name === null ? "no_trigger" : "takes_none";
    first ??= { reason, agent_id: one?.agent_id ?? name, agent_name, limit, waiting };
  }
  return first;
}

function reasonOf({ agent_id, limit, waiting }: Pick<QueueTriggerAgent, "agent_id" | "limit" | "waiting">, live: ReadonlySet<string>) {
  if (!live.has(agent_id)) return "no_live_revision";
  return (limit === 1 && waiting > 0) || waiting >= maxWaiting ? "waits_for_person" : "at_limit";
}

function shown(context: Context, agent: QueueAgent, queueId: string): QueueTriggerAgent {
  const { agent_id, agent_name, produces, consumes, is_handover_target, at_work, waiting, trigger } = agent;
  return {
    agent_id,
    agent_name,
    produces,
    consumes,
    is_handover_target,
    trigger: trigger && {
      id: trigger.id,
      case_queue_id: trigger.queue_id,
      case_queue_name: trigger.queue_name,
      enabled: trigger.enabled,
      concurrency: trigger.concurrency,
      creator_display_name: trigger.creator,
      can_disable: mayChangeTrigger(context, trigger, agent),
    },
    can_create: mayChange(context, agent),
    at_work,
    waiting,
    limit: trigger?.concurrency ?? defaultConcurrency,
    problems: allProblemsOf(agent, queueId),
  };
}

function allProblemsOf(agent: QueueAgent, queueId: string): TriggerProblem[] {
  const { consumes, is_handover_target, trigger } = agent;
  const starts = trigger?.enabled === true && trigger.queue_id === queueId;
  return [...problemsOf(agent), ...(consumes && !starts && !is_handover_target ? (["slot_without_trigger"] as const) : [])];
}
