import { type CaseCounts, casesIn } from "#contract/queues/case.ts";
import { type CaseFilterWord, caseFilterWords, type CaseSearch, verdictWords } from "#features/queues/case-search.ts";
import { countOf, filterWord } from "#features/queues/case-words.ts";
import { useMedia } from "#ui/media.ts";
import { Select } from "#ui/select.tsx";
import { type Tab, Tabs } from "#ui/tabs.tsx";

interface StateTabsProps {
  /** Under the other filters. */
  counts: CaseCounts | undefined;
  search: CaseSearch;
  onSearch: (search: CaseSearch) => void;
}

/**
 * Narrows the table to one state, or to what judges found, once they found something. All that were judged have a tab only where that is what the
 * table shows.
 */
export function StateTabs({ counts, search: { status, ...others }, onSearch }: StateTabsProps) {
  const narrow = useMedia("(max-width: 599px)");
  const tabs: readonly Tab<CaseFilterWord | "all">[] = [
    { value: "all", label: "All", count: counts && casesIn(counts) },
    ...caseFilterWords
      .filter((word) => word === status || (word !== "judged" && (isState(word) || (counts?.judged ?? 0) > 0)))
      .map((word) => ({
        value: word,
        label: filterWord(word),
        ...verdictTab(word, status),
        count: counts && countOf(counts, word),
      })),
  ];
  const choose = (next: CaseFilterWord | "all") => onSearch(next === "all" ? others : { ...others, status: next });
  if (narrow) return <StateSelect tabs={tabs} value={status ?? "all"} onChange={choose} />;
  return <Tabs label="State of the cases" sharesCounts tabs={tabs} value={status ?? "all"} onChange={choose} />;
}

interface StateSelectProps {
  tabs: readonly Tab<CaseFilterWord | "all">[];
  value: CaseFilterWord | "all";
  onChange: (value: CaseFilterWord | "all") => void;
}

const isState = (word: CaseFilterWord) => !(verdictWords as readonly string[]).includes(word);

/** On a phone a row of tabs would show three of eleven. */
function StateSelect({ tabs, value, onChange }: StateSelectProps) {
  const options = tabs.map(({ value: one, label, count }) => ({
    value: one,
    label: typeof count === "number" ? `${label} (${count.toLocaleString("en")})` : label,
  }));
  return (
    <div className="shrink-0 border-b border-line px-3 py-2">
      <Select
        aria-label="State of the cases"
        options={options}
        value={value}
        onChange={({ target }) => onChange(tabs.find((tab) => tab.value === target.value)?.value ?? "all")}
      />
    </div>
  );
}

/** What judges found stands apart from the states: it counts cases again that one of those counts. */
function verdictTab(word: CaseFilterWord, chosen: CaseFilterWord | undefined): { hint?: string; parted?: boolean } {
  if (word === "judged") return { parted: true };
  if (word === "success") return { parted: chosen !== "judged", hint: "Completed cases that passed every rubric" };
  return word === "issues" ? { hint: "Closed cases that were evaluated and did not pass" } : {};
}
