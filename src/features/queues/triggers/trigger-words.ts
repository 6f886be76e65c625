import { casesInWords } from "#features/queues/case-words.ts";
import type { HoldUp, QueueRouting, QueueTriggerAgent, TriggerProblem } from "#contract/queues/queue-triggers.ts";

export const problemWords: Record<TriggerProblem, string> = {
  multiple_triggers: "This queue starts several agents. Each case goes to any one of them.",
  producer_consumer_mix: "Adds cases to the queue that it handles. This can loop.",
  trigger_without_slot: "It runs automatically, but its live revision does not handle cases from here. Every case fails.",
  slot_without_trigger: "Handles these cases, but only when started by hand.",
};

/** Whether people may let a queue start an agent: an active revision of an automation may have decided about it. */
export function mayBeStarted(routing: QueueRouting | null, agentId: string): boolean {
  return routing === null || (routing.enabled && routing.agent_id === agentId);
}

/** What an active revision says about who is started by a queue. Follows "Revision 3 of Refunds". */
export function routingInWords({ agent_name: name, enabled }: QueueRouting): string {
  return name === null ? "leaves this queue unassigned" : enabled ? `routes this queue to ${name}` : "pauses this queue";
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

/** Why no case starts. Follows "12 cases are waiting". */
const holdUpWords: Record<HoldUp["reason"], (name: string, limit: number) => string> = {
  no_trigger: () => ". No agent is assigned.",
  no_live_revision: (name) => `. ${name} has no live revision and cannot start.`,
  takes_none: (name) => `. ${name} no longer handles cases of this queue.`,
  waits_for_person: (name, limit) =>
    limit === 1
      ? `. ${name} handles one case at a time and waits for an answer about it.`
      : `. ${name} waits for as many answers as it may before it starts another case.`,
};

export function holdUpInWords({ reason, agent_name, limit }: HoldUp, count: number): string {
  return `${casesInWords(count)} ${count === 1 ? "is" : "are"} waiting${holdUpWords[reason](agent_name ?? "The assigned agent", limit)}`;
}
