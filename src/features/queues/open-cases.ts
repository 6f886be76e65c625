import { readEvery } from "#api/every.ts";
import { caseStates } from "#api/states/case-states.ts";
import { listQueues, type Queue } from "#contract/queues/queues.ts";

type Counted = Pick<Queue, "case_counts">;

/** Those that wait for a person first. */
const open = ["needs_input", "pending", "in_progress", "postponed"] as const;

export function everyQueueRead(teamId: string) {
  return readEvery(listQueues, { params: { teamId }, query: {} }, ({ queues: rows, total }) => ({ rows, total }));
}

export function openIn({ case_counts: counts }: Counted): number {
  return open.reduce((sum, state) => sum + counts[state], 0);
}

/** What is worth a look beside the number of open cases: those that wait for a person, that failed, and that do not go on by themselves. */
export function openInWords(queue: Counted): string {
  const { case_counts: counts } = queue;
  const states = (["needs_input", "failed", "postponed"] as const).filter((state) => counts[state] > 0);
  if (states.length > 0)
    return states.map((state) => `${counts[state].toLocaleString("en")} ${caseStates[state].word.toLowerCase()}`).join(", ");
  return openIn(queue) > 0 && openIn(queue) === counts.pending ? "All pending" : "";
}
