import type { HoldUp, QueueRouting, QueueTriggerAgent, TriggerProblem } from "#contract/queues/queue-triggers.ts";

export const problemWords: Record<TriggerProblem, string> = {
  multiple_triggers: "This queue starts several agents: each case goes to one of them, and nobody can say which.",
  producer_consumer_mix: "Puts work into the queue that it takes work from: it can go round in a circle.",
  trigger_without_slot: "The queue starts it, but its live revision takes no cases from here: every case fails.",
  slot_without_trigger: "Takes cases from here, and nothing starts it but people.",
};

/** Whether people may let a queue start an agent: an active revision of an automation may have decided about it. */
export function mayBeStarted(routing: QueueRouting | null, agentId: string): boolean {
  return routing === null || (routing.enabled && routing.agent_id === agentId);
}

/** What an active revision says about who is started by a queue. Follows "Revision 3 of Refunds". */
export function routingInWords({ agent_name: name, enabled }: QueueRouting): string {
  return name === null ? "routes this queue to nobody" : enabled ? `routes this queue to ${name}` : "pauses this queue";
}

/** How many runs there may be, in words. */
export function atOnce(limit: number | undefined): string {
  return limit === 1 ? "one case at a time" : `up to ${(limit ?? 0).toLocaleString("en")} cases at once`;
}

/** How many runs there may be, how many there are, and how many of them wait for a person: those hold a place only where one is all there is. */
export function atWorkInWords({ limit, at_work, waiting }: Pick<QueueTriggerAgent, "limit" | "at_work" | "waiting">): string {
  const holding = limit === 1 ? Math.min(waiting, at_work) : 0;
  const working = `${(at_work - holding).toLocaleString("en")} at work${at_work >= limit && holding === 0 ? ": at its limit" : ""}`;
  return [atOnce(limit), working, ...(waiting > 0 ? [`${waiting.toLocaleString("en")} waiting for an answer`] : [])].join(", ");
}

/** Why no case begins. Follows "12 cases pending". */
const holdUpWords: Record<HoldUp["reason"], (name: string, limit: number) => string> = {
  no_trigger: () => ", and no enabled trigger starts an agent.",
  no_live_revision: (name) => `: ${name} has no live revision, so it cannot begin.`,
  takes_none: () => ": given to an agent that no longer takes cases from here.",
  waits_for_person: (name, limit) =>
    limit === 1
      ? `: ${name} takes one case at a time, and waits for an answer about it.`
      : `: ${name} waits for as many answers as it may before it begins another.`,
  at_limit: (name, limit) =>
    `: ${name} works on ${limit === 1 ? "one case" : `${limit.toLocaleString("en")} cases`}, which is its limit. What is pending follows as it goes on.`,
};

export function holdUpInWords({ reason, agent_name, limit }: HoldUp, pending: string): string {
  return `${pending} pending${holdUpWords[reason](agent_name ?? "an agent", limit)}`;
}
