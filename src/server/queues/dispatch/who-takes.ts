import { casePriorities } from "#contract/queues/case.ts";
import type { HoldUp, NextCase, QueueTriggerAgent } from "#contract/queues/queue-triggers.ts";
import { maxWaiting, roomOf } from "./case-dispatcher.ts";
import type { Waiting } from "./waiting-cases.store.ts";

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

/** What keeps every one of those who are wanted from beginning. Null when one of them can, or goes on without a person. Pure. */
export function whatHoldsUp(
  wanted: readonly (string | null)[],
  agents: readonly Pick<QueueTriggerAgent, "agent_id" | "agent_name" | "trigger" | "at_work" | "limit" | "waiting">[],
  queueId: string,
  live: ReadonlySet<string>,
): HoldUp | null {
  let first: HoldUp | null = null;
  for (const name of wanted) {
    const able = name === null ? startedBy(agents, queueId) : agents.filter(({ agent_id }) => agent_id === name);
    if (able.some((agent) => live.has(agent.agent_id) && !waitsForPerson(agent))) return null;
    const [one] = able;
    const { agent_name = null, limit = 0, waiting = 0 } = one ?? {};
    const reason = !one ? (name === null ? "no_trigger" : "takes_none") : live.has(one.agent_id) ? "waits_for_person" : "no_live_revision";
    first ??= { reason, agent_id: one?.agent_id ?? name, agent_name, limit, waiting };
  }
  return first;
}

/** Whether only an answer gives it room again. */
function waitsForPerson(agent: Pick<QueueTriggerAgent, "at_work" | "limit" | "waiting">): boolean {
  const { limit, waiting } = agent;
  return roomOf(agent) <= 0 && ((limit === 1 && waiting > 0) || waiting >= maxWaiting);
}
