import { Search, SlidersHorizontal } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { Button } from "#ui/button.tsx";
import { FoldedFilters } from "#ui/folded-filters.tsx";
import { useMedia } from "#ui/media.ts";
import { Menu } from "#ui/menu.tsx";
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

/** In one row at any width: the search stays in sight, a wide screen adds what is used most, and the rest waits behind a button. */
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
        from={1280}
        onClear={isFiltered(filters) ? clear : undefined}
      >
        <Choices teamId={teamId} filters={filters} set={set} />
        <MoreChoices filters={filters} set={set} seesAll={seesAll} />
      </FoldedFilters>
    </>
  );
}

type SetFilters = (change: { [K in keyof RunSearch]?: RunSearch[K] | undefined }) => void;

interface ChoicesProps {
  filters: RunSearch;
  set: SetFilters;
  seesAll: boolean;
}

function Choices({ teamId, filters, set }: Pick<ChoicesProps, "filters" | "set"> & { teamId: string }) {
  return (
    <>
      <Select
        aria-label="Status"
        className="min-[1280px]:w-32"
        empty="Any status"
        options={statusOptions}
        value={filters.status ?? ""}
        onChange={(event) => set({ status: event.target.value })}
      />
      {filters.failure || filters.status === "failed" || filters.status === "needs_attention" ? (
        <Select
          aria-label="Failure"
          className="min-[1280px]:w-34"
          empty="Any failure"
          options={failureOptions(filters.failure)}
          value={filters.failure ?? ""}
          onChange={(event) => set({ failure: event.target.value })}
        />
      ) : null}
      <AgentFilter
        className="min-[1280px]:w-32"
        teamId={teamId}
        value={filters.agent ?? null}
        onChange={(agent) => set({ agent: agent ?? undefined })}
      />
    </>
  );
}

/** What is asked for less often: in the drawer they are fields like the others, in the row a menu. */
function MoreChoices({ filters, set, seesAll }: ChoicesProps) {
  const wide = useMedia("(min-width: 1280px)");
  const sources = filters.source && !knownSources.includes(filters.source) ? [...knownSources, filters.source] : knownSources;
  const setMine = (mine: boolean) => set({ who: mine ? "me" : undefined });
  if (wide) {
    const count = [filters.since, filters.source, filters.who].filter((value) => value !== undefined).length;
    return (
      <Menu
        align="start"
        trigger={
          <Button icon={SlidersHorizontal} aria-label={count > 0 ? `More filters, ${count} set` : "More filters"}>
            More{count > 0 ? <span className="tabular-nums">{count}</span> : null}
          </Button>
        }
        entries={[
          { heading: "Created" },
          { label: "Any time", checked: filters.since === undefined, onSelect: () => set({ since: undefined }) },
          ...sinceOptions.map(({ value, label }) => ({ label, checked: filters.since === value, onSelect: () => set({ since: value }) })),
          "separator",
          { heading: "Source" },
          { label: "Any source", checked: filters.source === undefined, onSelect: () => set({ source: undefined }) },
          ...sources.map((value) => ({
            label: sourceName(value),
            checked: filters.source === value,
            onSelect: () => set({ source: value }),
          })),
          ...(seesAll
            ? [
                "separator" as const,
                { heading: "Started by" },
                { label: "Everybody", checked: filters.who === undefined, onSelect: () => setMine(false) },
                { label: "Me", checked: filters.who === "me", onSelect: () => setMine(true) },
              ]
            : []),
        ]}
      />
    );
  }
  return (
    <>
      <Select
        aria-label="Created"
        empty="Any time"
        options={sinceOptions}
        value={filters.since ?? ""}
        onChange={(event) => set({ since: (event.target.value || undefined) as Since | undefined })}
      />
      <Select
        aria-label="Source"
        empty="Any source"
        options={sources.map((value) => ({ value, label: sourceName(value) }))}
        value={filters.source ?? ""}
        onChange={(event) => set({ source: event.target.value })}
      />
      {seesAll ? (
        <Select
          aria-label="Started by"
          empty="Everybody"
          options={[{ value: "me", label: "Me" }]}
          value={filters.who ?? ""}
          onChange={(event) => setMine(event.target.value === "me")}
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
    <div className="min-w-20 flex-1 sm:max-w-44">
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
