import { type CaseCounts, casesIn } from "#contract/queues/case.ts";
import { type CaseFilterWord, caseFilterWords, type CaseSearch } from "#features/queues/case-search.ts";
import { countOf, filterWord } from "#features/queues/case-words.ts";
import { Tabs } from "#ui/tabs.tsx";

interface StateTabsProps {
  /** Under the other filters. */
  counts: CaseCounts | undefined;
  search: CaseSearch;
  onSearch: (search: CaseSearch) => void;
}

/** Narrows the table to one state, or to what judges found. All that were judged have a tab only where that is what the table shows. */
export function StateTabs({ counts, search: { status, ...others }, onSearch }: StateTabsProps) {
  return (
    <Tabs
      label="State of the cases"
      tabs={[
        { value: "all", label: "All", count: counts && casesIn(counts) },
        ...caseFilterWords
          .filter((word) => word !== "judged" || status === word)
          .map((word) => ({
            value: word,
            label: filterWord(word),
            ...verdictTab(word, status),
            count: counts && countOf(counts, word),
          })),
      ]}
      value={status ?? "all"}
      onChange={(next) => onSearch(next === "all" ? others : { ...others, status: next })}
    />
  );
}

/** What judges found stands apart from the states: it counts cases again that one of those counts. */
function verdictTab(word: CaseFilterWord, chosen: CaseFilterWord | undefined): { hint?: string; parted?: boolean } {
  if (word === "judged") return { parted: true };
  if (word === "success") return { parted: chosen !== "judged", hint: "Completed cases that passed every rubric" };
  return word === "issues" ? { hint: "Closed cases that were evaluated and did not pass" } : {};
}
