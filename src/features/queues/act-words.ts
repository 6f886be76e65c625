import { caseStates } from "#api/states/case-states.ts";
import {
  type ActOf,
  type CaseJob,
  type CaseJobItem,
  type CaseJobOutcome,
  type JobAct,
  caseJobOutcomes,
} from "#contract/queues/case-jobs.ts";
import { counted } from "#ui/counted.ts";
import type { State } from "#ui/status.tsx";
import { casesInWords, priorityWord } from "./case-words.ts";
import { issuesInWords } from "./row-issues.ts";

type ActWords = { readonly [Kind in JobAct["kind"]]: (act: ActOf<Kind>, cases: string, agentName: string | null) => string };

const acts: ActWords = {
  status: ({ status }, cases) => `Set ${cases} to “${caseStates[status].word}”`,
  priority: ({ priority }, cases) =>
    priority === "none" ? `Remove the priority from ${cases}` : `Set ${cases} to priority “${priorityWord(priority)}”`,
  reprocess: (_act, cases, agentName) => `Assign ${cases} to ${agentName ?? "an agent that was deleted"}`,
  delete: (_act, cases) => `Delete ${cases}`,
  clear: (_act, cases) => `Clear queue: delete ${cases}`,
  import: ({ file_name }) => `Import “${file_name}”`,
};

/** What is done to `cases`, as in "3 cases": "Set 3 cases to “Completed”". */
export function actInWords<Kind extends JobAct["kind"]>(act: ActOf<Kind>, agentName: string | null, cases: string): string {
  return acts[act.kind](act, cases, agentName);
}

export function jobInWords({ act, agent_name, total }: CaseJob): string {
  return actInWords(act, agent_name, casesInWords(total));
}

/** What a job counts: an import the rows of its file, and every other one cases. */
export function itemsInWords({ act }: CaseJob, count: number): string {
  return act.kind === "import" ? counted(count, "row", "rows") : casesInWords(count);
}

const jobStates: Record<CaseJob["status"], State> = {
  running: { look: "working", word: "Running" },
  done: { look: "done", word: "Done" },
  aborted: { look: "stopped", word: "Stopped early" },
  failed: { look: "failed", word: "Stopped" },
};

/** How a job is, as a state looks and in a word. One that is done shows what failed in it. */
export function jobState(job: CaseJob): State {
  const { status, counts } = job;
  if (status !== "done" || counts.failed === 0) return jobStates[status];
  const failed = `${counts.failed.toLocaleString("en")} ${outcomeWord(job, "failed").toLowerCase()}`;
  return { look: "failed", word: failed };
}

export const outcomeLooks: Record<CaseJobOutcome, State["look"]> = { done: "done", skipped: "stopped", failed: "failed", left: "draft" };

const outcomeWords: Record<CaseJobOutcome, string> = { done: "Done", skipped: "Skipped", failed: "Failed", left: "Not done" };
const rowWords: Record<CaseJobOutcome, string> = { ...outcomeWords, done: "Added", failed: "Refused" };

export function outcomeWord({ act }: Pick<CaseJob, "act">, outcome: CaseJobOutcome): string {
  return (act.kind === "import" ? rowWords : outcomeWords)[outcome];
}

/** How a job can come to an end with each of its items. */
export function outcomesOf({ act }: Pick<CaseJob, "act">): readonly CaseJobOutcome[] {
  // What a cleared queue still has is in its list of cases.
  const without = act.kind === "import" ? "skipped" : act.kind === "clear" ? "left" : undefined;
  return caseJobOutcomes.filter((outcome) => outcome !== without);
}

export function reasonInWords({ outcome, reason, issues }: CaseJobItem): string {
  if (issues.length > 0) return issuesInWords(issues);
  if (reason === "unchanged") return "Unchanged";
  if (reason === "not_in_queue") return "No longer in this queue";
  if (reason === "refused") return "Could not be stored";
  return outcome === "left" ? "Not started yet" : "";
}
