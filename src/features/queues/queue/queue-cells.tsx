import { caseStates } from "#api/states/case-states.ts";
import { type CaseCounts, casesIn, type DisplayStatus } from "#contract/queues/case.ts";
import type { queueColumns } from "#contract/queues/queue-export.ts";
import type { Queue } from "#contract/queues/queues.ts";
import { casesInWords } from "#features/queues/case-words.ts";
import type { Cells } from "#lists/list-columns.ts";
import { Time } from "#ui/time.tsx";

/** Of a whole row of states the eye looks for what there is, and first for what waits or failed. */
const counted =
  (status: DisplayStatus, tone = "") =>
  ({ case_counts: n }: Queue) =>
    n[status] === 0 ? <span className="text-ink-3">–</span> : <span className={tone}>{n[status].toLocaleString("en")}</span>;

export const queueCells: Cells<typeof queueColumns, Queue> = {
  name: (row) => (
    <>
      <span className="block truncate">{row.name}</span>
      <span className="block font-normal text-pretty whitespace-normal text-ink-2 sm:hidden">{inShort(row.case_counts)}</span>
    </>
  ),
  description: (row) => <span className="block truncate text-ink-2">{row.description ?? ""}</span>,
  all: ({ case_counts }) =>
    casesIn(case_counts) === 0 ? <span className="text-ink-3">–</span> : casesIn(case_counts).toLocaleString("en"),
  pending: counted("pending"),
  in_progress: counted("in_progress"),
  needs_input: counted("needs_input", "text-waiting"),
  postponed: counted("postponed"),
  completed: counted("completed"),
  failed: counted("failed", "text-failed"),
  canceled: counted("canceled"),
  created: (row) => <Time at={row.created_at} />,
};

/** The numbers where there is no room for columns: how many in all, then those that wait for a person, then the others. */
function inShort(counts: CaseCounts): string {
  const words = (["needs_input", "failed", "pending", "in_progress", "postponed", "completed", "canceled"] as const)
    .filter((status) => counts[status] > 0)
    .map((status) => `${counts[status].toLocaleString("en")} ${caseStates[status].word.toLowerCase()}`);
  const all = casesIn(counts);
  return all === 0 ? "No cases" : [casesInWords(all), ...words].join(" · ");
}
