import type { QueueRouting, TriggerProblem } from "#contract/queues/queue-triggers.ts";

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
