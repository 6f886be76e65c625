import type { CaseCounts, CasePriority, DisplayStatus } from "#contract/queues/case.ts";
import { caseList } from "#contract/queues/case-list.ts";
import type { CaseFilterWord, CaseStateWord } from "./case-search.ts";

/** In filters, in progress is called `claimed`. */
export function displayOf(word: CaseStateWord): DisplayStatus {
  return word === "claimed" ? "in_progress" : word;
}

/** What a filter, a tab and a view are called. */
export function filterWord(word: CaseFilterWord): string {
  return caseList.filters.status.options[word];
}

/** How many cases a filter leaves of those that are counted. */
export function countOf(counts: CaseCounts, word: CaseFilterWord): number {
  if (word === "open") return counts.pending + counts.in_progress + counts.needs_input + counts.postponed;
  return counts[word === "claimed" ? "in_progress" : word];
}

export function priorityWord(priority: CasePriority): string {
  return caseList.filters.priority.options[priority];
}

export function casesInWords(count: number): string {
  return count === 1 ? "1 case" : `${count.toLocaleString("en")} cases`;
}
