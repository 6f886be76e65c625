import { Search } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { FoldedFilters } from "#ui/folded-filters.tsx";
import { Select } from "#ui/select.tsx";
import { useShortcuts } from "#ui/shortcuts.ts";
import { TextInput } from "#ui/text-input.tsx";
import { AgentFilter } from "./name-filter.tsx";
import { failureOptions } from "./failure-remedies.ts";
import { isFiltered, type RunSearch, type Since, sinceOptions, statusOptions } from "./run-search.ts";
import { sourceName } from "./run-source.ts";
import { useSettled } from "#ui/use-settled.ts";

interface FiltersProps {
  teamId: string;
  filters: RunSearch;
  onChange: (filters: RunSearch) => void;
  /** Whether other people's runs are listed too. */
  seesAll: boolean;
}

const knownSources = ["console", "api", "handover", "sub_agent"];

/** On a phone only the search stays in sight. */
export function RunFilters({ teamId, filters, onChange, seesAll }: FiltersProps) {
  const set: SetFilters = (change) => {
    const next = Object.entries({ ...filters, ...change }).filter(([, value]) => value !== undefined && value !== "");
    onChange(Object.fromEntries(next));
  };
  const clear = () => onChange(filters.order ? { order: filters.order } : {});
  return (
    <>
      <SearchField value={filters.search ?? ""} onChange={(search) => set({ search })} />
      <FoldedFilters
        count={Object.entries(filters).filter(([name, value]) => value !== undefined && name !== "order" && name !== "search").length}
        show="Show the runs"
        onClear={isFiltered(filters) ? clear : undefined}
      >
        <Choices teamId={teamId} filters={filters} set={set} seesAll={seesAll} />
      </FoldedFilters>
    </>
  );
}

type SetFilters = (change: { [K in keyof RunSearch]?: RunSearch[K] | undefined }) => void;

function Choices({ teamId, filters, set, seesAll }: { teamId: string; filters: RunSearch; set: SetFilters; seesAll: boolean }) {
  const sources = filters.source && !knownSources.includes(filters.source) ? [...knownSources, filters.source] : knownSources;
  return (
    <>
      <Select
        aria-label="Status"
        className="sm:w-36"
        empty="Any status"
        options={statusOptions}
        value={filters.status ?? ""}
        onChange={(event) => set({ status: event.target.value })}
      />
      {filters.failure || filters.status === "failed" || filters.status === "needs_attention" ? (
        <Select
          aria-label="Failure"
          className="sm:w-44"
          empty="Any failure"
          options={failureOptions(filters.failure)}
          value={filters.failure ?? ""}
          onChange={(event) => set({ failure: event.target.value })}
        />
      ) : null}
      <AgentFilter teamId={teamId} value={filters.agent ?? null} onChange={(agent) => set({ agent: agent ?? undefined })} />
      <Select
        aria-label="Source"
        className="sm:w-36"
        empty="Any source"
        options={sources.map((value) => ({ value, label: sourceName(value) }))}
        value={filters.source ?? ""}
        onChange={(event) => set({ source: event.target.value })}
      />
      <Select
        aria-label="Created"
        className="sm:w-32"
        empty="Any time"
        options={sinceOptions}
        value={filters.since ?? ""}
        onChange={(event) => set({ since: (event.target.value || undefined) as Since | undefined })}
      />
      {seesAll ? (
        <Select
          aria-label="Started by"
          className="sm:w-32"
          empty="Everybody’s"
          options={[{ value: "me", label: "Mine" }]}
          value={filters.who ?? ""}
          onChange={(event) => set({ who: event.target.value === "me" ? "me" : undefined })}
        />
      ) : null}
    </>
  );
}

function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [typed, setTyped] = useState(value);
  const [held, setHeld] = useState(value);
  const settled = useSettled(typed.trim(), 250);
  if (value !== held) {
    setHeld(value);
    // Not what this field has told: Clear, or Back.
    if (value !== settled) setTyped(value);
  }
  const tell = useEffectEvent((text: string) => {
    if (text !== value && text === typed.trim()) onChange(text);
  });
  useEffect(() => tell(settled), [settled]);
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  useShortcuts("Filter", [{ keys: "/", label: "Search the runs", run: () => input?.focus() }]);
  return (
    <div className="min-w-28 flex-1 sm:w-44 sm:flex-none">
      <TextInput
        ref={setInput}
        icon={Search}
        type="search"
        aria-label="Search titles"
        placeholder="Search titles"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") event.currentTarget.blur();
        }}
      />
    </div>
  );
}
