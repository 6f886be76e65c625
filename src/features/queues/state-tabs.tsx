import type { CaseCounts } from "#contract/queues/case.ts";
import { Tabs } from "#ui/tabs.tsx";
import { type CaseSearch, caseStates } from "./case-search.ts";
import { caseStatusWord, displayOf } from "./case-words.ts";

interface StateTabsProps {
  /** Under the other filters. */
  counts: CaseCounts | undefined;
  search: CaseSearch;
  onSearch: (search: CaseSearch) => void;
}

/** Narrows the table to one state. */
export function StateTabs({ counts, search: { status, ...others }, onSearch }: StateTabsProps) {
  return (
    <Tabs
      label="State of the cases"
      tabs={[
        { value: "all", label: "All", ...(counts ? { count: Object.values(counts).reduce((sum, count) => sum + count, 0) } : {}) },
        ...caseStates.map((word) => ({
          value: word,
          label: caseStatusWord(displayOf(word)),
          ...(counts ? { count: counts[displayOf(word)] } : {}),
        })),
      ]}
      value={status ?? "all"}
      onChange={(next) => onSearch(next === "all" ? others : { ...others, status: next })}
    />
  );
}
