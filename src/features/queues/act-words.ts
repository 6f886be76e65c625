import type { CaseAct, CaseJobItem, CaseJobOutcome, CaseJobStatus } from "#contract/queues/case-jobs.ts";
import { caseStatusWord, priorityWord } from "./case-words.ts";

/** What is done to `cases`, as in "3 cases": "Set 3 cases to “Completed”". */
export function actInWords(act: CaseAct, agentName: string | null, cases: string): string {
  if (act.kind === "status") return `Set ${cases} to “${caseStatusWord(act.status)}”`;
  if (act.kind === "priority") return `Give ${cases} the priority “${priorityWord(act.priority)}”`;
  return act.kind === "reprocess" ? `Give ${cases} to ${agentName ?? "an agent that was deleted"}` : `Delete ${cases}`;
}

export const jobStatusWords: Record<CaseJobStatus, string> = {
  running: "Running",
  done: "Done",
  aborted: "Ended early",
  failed: "Stopped",
};

/** As the look of a state is called. */
export const jobStatusLooks: Record<CaseJobStatus, string> = {
  running: "running",
  done: "completed",
  aborted: "canceled",
  failed: "failed",
};

export const outcomeWords: Record<CaseJobOutcome, string> = { done: "Done", skipped: "Skipped", failed: "Failed", left: "Not done" };

export function reasonInWords({ outcome, reason }: CaseJobItem): string {
  if (reason === "unchanged") return "Was so already";
  if (reason === "not_in_queue") return "Is not in this queue any more";
  if (reason === "refused") return "Could not be stored. Try again, or look into the service's log.";
  return outcome === "left" ? "Not taken up yet" : "";
}
