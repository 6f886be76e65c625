import { SlidersHorizontal } from "lucide-react";
import type { Filter, List, SearchOf } from "#contract/list.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { FoldedFilters } from "#ui/folded-filters.tsx";
import { useMedia } from "#ui/media.ts";
import { Menu, type MenuEntry } from "#ui/menu.tsx";
import { SearchBox } from "#ui/search-box.tsx";
import { ChosenFilter } from "./chosen-filter.tsx";
import { type Control, optionsOf } from "./filter-options.ts";
import { cleared, isNarrowed } from "./list-words.ts";

/** What only the screen knows of its filters, by their names. */
export type Controls<L extends List> = { readonly [K in keyof L["filters"]]?: Control };

export interface ListFiltersProps<L extends List> {
  teamId: string;
  list: L;
  search: SearchOf<L>;
  controls?: Controls<L> | undefined;
  /** A choice makes an entry of the history; `replace`: more letters of one search do not. */
  onSearch: (search: SearchOf<L>, step?: { replace: boolean }) => void;
}

interface Named {
  readonly name: string;
  readonly filter: Filter;
  readonly value: unknown;
  readonly control: Control | undefined;
}

/** The widest screen that folds more than two choices, and at most two. */
const foldsBelow = { many: 1280, few: 600 } as const;

/** In one row at any width: the search stays in sight, a wide screen adds what is used most, and the rest waits behind a button. */
export function ListFilters<L extends List>({ teamId, list, search, controls, onSearch }: ListFiltersProps<L>) {
  const wide = useMedia(`(min-width: ${foldsBelow.many}px)`);
  const given = search as Readonly<Record<string, unknown>>;
  const known: Readonly<Record<string, Control | undefined>> = controls ?? {};
  const all: readonly Named[] = Object.entries<Filter>(list.filters).map(([name, filter]) => {
    const control = known[name];
    return { name, filter, value: given[name], control };
  });
  const set = (name: string, value: unknown, step?: { replace: boolean }) => {
    const next = Object.entries({ ...search, [name]: value }).filter(([, each]) => each !== undefined && each !== "");
    onSearch(Object.fromEntries(next) as SearchOf<L>, step);
  };
  const choices = all.filter((each) => "any" in each.filter && !each.control?.hidden && offersSomething(each));
  const more = choices.filter(({ filter }) => "more" in filter);
  const inRow = choices.filter(({ filter }) => !("more" in filter));
  const many = choices.length > 2;
  const foldedBelow = many ? foldsBelow.many : foldsBelow.few;
  const inRowOfList = useMedia(`(min-width: ${foldedBelow}px)`);
  const className = many ? "min-[1280px]:w-32" : "sm:w-40";
  const draw = ({ name, filter, value, control }: Named) => {
    const choice = (
      <ChosenFilter
        key={name}
        {...{ teamId, filter, value, control }}
        // It shows two words, a key and a value.
        className={many && filter.kind === "label" ? `${className} min-[1440px]:w-44` : className}
        onChange={(next) => set(name, next)}
      />
    );
    return inRowOfList || !("label" in filter) ? (
      choice
    ) : (
      <Field key={name} label={filter.label}>
        {choice}
      </Field>
    );
  };
  return (
    <>
      {all.map(({ name, filter, value }) =>
        filter.kind === "text" ? (
          <SearchBox
            key={name}
            label={filter.label}
            {...(filter.hint ? { hint: filter.hint } : {})}
            narrow={many}
            value={typeof value === "string" ? value : ""}
            onSearch={(text, step) => set(name, text, step)}
          />
        ) : null,
      )}
      {choices.length > 0 ? (
        <FoldedFilters
          count={choices.filter(({ value }) => value !== undefined).length}
          show={`Show the ${list.words[1]}`}
          from={foldedBelow}
          onClear={isNarrowed(list, search) ? () => onSearch(cleared(list, search)) : undefined}
        >
          {inRow.map(draw)}
          {more.length === 0 ? null : wide ? <MoreFilters filters={more} onSet={set} /> : more.map(draw)}
        </FoldedFilters>
      ) : null}
    </>
  );
}

/** What only links choose has a control once one did: without it there would be a single thing to choose. */
function offersSomething({ filter, value, control }: Named): boolean {
  return (filter.kind !== "instant" && filter.kind !== "id") || value !== undefined || control?.options !== undefined;
}

/** What is asked for less often. In the drawer of a narrow screen these are fields like the others. */
function MoreFilters({ filters, onSet }: { filters: readonly Named[]; onSet: (name: string, value: string | undefined) => void }) {
  const count = filters.filter(({ value }) => value !== undefined).length;
  const entries = filters.flatMap(({ name, filter, value, control }, at): MenuEntry[] => {
    if (!("any" in filter)) return [];
    const choice = (label: string, own: string | undefined) => ({ label, checked: value === own, onSelect: () => onSet(name, own) });
    return [
      ...(at > 0 ? ["separator" as const] : []),
      { heading: filter.label },
      choice(filter.any, undefined),
      ...optionsOf(filter, value, control).map((option) => choice(option.label, option.value)),
    ];
  });
  return (
    <Menu
      align="start"
      trigger={
        <Button icon={SlidersHorizontal} aria-label={count > 0 ? `More filters, ${count} set` : "More filters"}>
          More{count > 0 ? <span className="tabular-nums">{count}</span> : null}
        </Button>
      }
      entries={entries}
    />
  );
}
