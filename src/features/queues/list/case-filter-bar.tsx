import { useQuery } from "@tanstack/react-query";
import { type CaseSearch, isNarrowed, priorityWords, type PriorityWord } from "#features/queues/case-search.ts";
import { priorityWord } from "#features/queues/case-words.ts";
import { labelsRead } from "#features/queues/queries.ts";
import { Combobox } from "#ui/combobox.tsx";
import { FoldedFilters } from "#ui/folded-filters.tsx";
import { SearchBox } from "#ui/search-box.tsx";
import { Select } from "#ui/select.tsx";

interface CaseFilterBarProps {
  queueId: string;
  search: CaseSearch;
  /** A choice makes an entry of the history; `replace`: more letters of one search do not. */
  onChange: (search: CaseSearch, options?: { replace: boolean }) => void;
}

/** Text, priority and label; the status has tabs of its own. On a phone only the text stays in sight. */
export function CaseFilterBar({ queueId, search, onChange }: CaseFilterBarProps) {
  const labels = useQuery(labelsRead(queueId)).data?.labels ?? [];
  const { search: _text, priority: _priority, label, ...rest } = search;
  const set = (change: { [K in keyof CaseSearch]?: CaseSearch[K] | undefined }, options?: { replace: boolean }) =>
    onChange(Object.fromEntries(Object.entries({ ...search, ...change }).filter(([, value]) => value !== undefined)), options);
  const options = labels.map(({ id, key, value }) => ({ value: id, label: inWords(key, value) }));
  const chosen = label && labels.find(({ key, value }) => key === label[0] && value === label[1]);
  // A label that the queue has no more is still what the list is narrowed by.
  const missing = label && !chosen ? [{ value: "missing", label: inWords(...label) }] : [];
  return (
    <>
      <SearchBox
        label="Search cases"
        value={search.search ?? ""}
        onSearch={(text, step) => set({ search: text === "" ? undefined : text }, step)}
      />
      <FoldedFilters
        count={[search.priority, label].filter(Boolean).length}
        show="Show the cases"
        onClear={isNarrowed(search) ? () => onChange(rest) : undefined}
      >
        <Select
          aria-label="Priority"
          className="sm:w-36"
          empty="Any priority"
          options={priorityWords.map((value) => ({ value, label: priorityWord(value) }))}
          value={search.priority ?? ""}
          onChange={(event) => set({ priority: (event.target.value || undefined) as PriorityWord | undefined })}
        />
        <div className="sm:w-44">
          <Combobox
            label="Label"
            placeholder="Any label"
            options={[...missing, ...options]}
            value={chosen?.id ?? missing[0]?.value ?? null}
            onChange={(id) => {
              const next = labels.find((each) => each.id === id);
              set({ label: next ? [next.key, next.value] : undefined });
            }}
          />
        </div>
      </FoldedFilters>
    </>
  );
}

function inWords(key: string, value: string): string {
  return key === "" ? value : `${key}: ${value}`;
}
