import {
  type CaseAct,
  type CaseJob,
  type CaseJobItem,
  type CaseJobOutcome,
  caseJobOutcomes,
  type CaseJobStatus,
} from "#contract/queues/case-jobs.ts";
import { counted } from "#ui/counted.ts";
import { casesInWords, caseStatusWord, priorityWord } from "./case-words.ts";
import { issuesInWords } from "./row-issues.ts";

/** What is done to `cases`, as in "3 cases": "Set 3 cases to “Completed”". */
export function actInWords(act: CaseAct, agentName: string | null, cases: string): string {
  if (act.kind === "status") return `Set ${cases} to “${caseStatusWord(act.status)}”`;
  if (act.kind === "priority") return `Give ${cases} the priority “${priorityWord(act.priority)}”`;
  return act.kind === "reprocess" ? `Give ${cases} to ${agentName ?? "an agent that was deleted"}` : `Delete ${cases}`;
}

export function jobInWords({ act, agent_name, total }: CaseJob): string {
  return act.kind === "import" ? `Import “${act.file_name}”` : actInWords(act, agent_name, casesInWords(total));
}

/** What a job counts: an import the rows of its file, and every other one cases. */
export function itemsInWords({ act }: CaseJob, count: number): string {
  return act.kind === "import" ? counted(count, "row", "rows") : casesInWords(count);
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

const outcomeWords: Record<CaseJobOutcome, string> = { done: "Done", skipped: "Skipped", failed: "Failed", left: "Not done" };
const rowWords: Record<CaseJobOutcome, string> = { ...outcomeWords, done: "Added", failed: "Refused" };

export function outcomeWord({ act }: Pick<CaseJob, "act">, outcome: CaseJobOutcome): string {
  return (act.kind === "import" ? rowWords : outcomeWords)[outcome];
}

/** How a job can come to an end with each of its items. */
export function outcomesOf({ act }: Pick<CaseJob, "act">): readonly CaseJobOutcome[] {
  return caseJobOutcomes.filter((outcome) => act.kind !== "import" || outcome !== "skipped");
}

export function reasonInWords({ outcome, reason, issues }: CaseJobItem): string {
  if (issues.length > 0) return issuesInWords(issues);
  if (reason === "unchanged") return "Was so already";
  if (reason === "not_in_queue") return "Is not in this queue any more";
  if (reason === "refused") return "Could not be stored. Try again, or look into the service's log.";
  return outcome === "left" ? "Not taken up yet" : "";
}
