import { mayChangeAgent } from "#contract/agents/rights.ts";
import { mayChangeTrigger } from "#contract/queues/rights.ts";
import { whoOf } from "#server/platform/http/access.ts";
import type { QueueTriggerAgent, TriggerProblem } from "#contract/queues/queue-triggers.ts";
import type * as contract from "#contract/queues/queue-triggers.ts";
import { defaultConcurrency } from "#server/queues/dispatch/case-dispatcher.ts";
import type { EngineContext } from "#server/engine/engine-port.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { findQueueAgents, problemsOf, type QueueAgent } from "#server/queues/queues/queue-agents.store.ts";
import { findQueue } from "#server/queues/queues/queues.store.ts";
import { findRouting } from "./routing.store.ts";
import { findNext, findWanted } from "#server/queues/dispatch/waiting-cases.store.ts";
import { takers, whatHoldsUp } from "#server/queues/dispatch/who-takes.ts";

export const queueTriggerHandlers: Handlers<typeof contract, EngineContext> = {
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

function shown(context: EngineContext, agent: QueueAgent, queueId: string): QueueTriggerAgent {
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
      can_disable: mayChangeTrigger({ ...trigger, agent }, whoOf(context)),
    },
    can_create: mayChangeAgent(agent, whoOf(context)),
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
