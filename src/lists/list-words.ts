import { fieldIn, type Filter, isInstant, type List, type SearchOf, spans } from "#contract/list.ts";
import { shortTime } from "#ui/short-time.ts";
import { exactTime } from "#ui/time.tsx";
import type { Control } from "./filter-options.ts";
import { orderIn } from "./list-order.ts";

// What a list shows, in words: of its filters as they stand in the address.

interface Set {
  readonly name: string;
  readonly filter: Filter;
  readonly value: unknown;
}

/** What the screen knows of the words of its filters, by their names. */
export type FilterWords = Readonly<Record<string, Pick<Control, "labels" | "keys"> | undefined>>;

/** The filters that are set, in the order of their description. */
function setFilters<L extends List>({ filters }: L, search: SearchOf<L>): readonly Set[] {
  const given = search as Readonly<Record<string, unknown>>;
  return Object.entries(filters).flatMap(([name, filter]) => (given[name] === undefined ? [] : [{ name, filter, value: given[name] }]));
}

/** Whether anything is looked for; neither the order nor a place is. */
export function isNarrowed<L extends List>(list: L, search: SearchOf<L>): boolean {
  return setFilters(list, search).some(({ filter }) => !filter.place);
}

/** The same place and order, with nothing looked for. */
export function cleared<L extends List>(list: L, search: SearchOf<L>): SearchOf<L> {
  const looked = new Set(Object.entries(list.filters).flatMap(([name, { place }]) => (place ? [] : [name])));
  return Object.fromEntries(Object.entries(search).filter(([name]) => !looked.has(name))) as SearchOf<L>;
}

/** Each filter that is set, in a few words. */
export function filtersInWords<L extends List>(list: L, search: SearchOf<L>, words: FilterWords = {}): readonly string[] {
  return setFilters(list, search).map(({ name, filter, value }) => said(filter, value, words[name]));
}

/** What a list shows, in a few words. */
export function inWords<L extends List>(list: L, search: SearchOf<L>, words?: FilterWords): string {
  const filters = filtersInWords(list, search, words);
  const { by, order, says: known, turned } = orderIn(list, search);
  const field = fieldIn(by);
  const says =
    field === undefined ? known : `by ${words?.["field"]?.keys?.get(field) ?? field}, ${order === "asc" ? "ascending" : "descending"}`;
  const all = filters.length === 0 ? [`All ${list.words[1]}`] : filters;
  // Where nothing is chosen, the order that everybody begins with is said too.
  return [...all, ...(says && (turned || filters.length === 0) ? [says] : [])].join(", ");
}

/** What nothing of a list matches. */
export function soughtInWords<L extends List>(list: L, search: SearchOf<L>, words: FilterWords = {}): string {
  const all = setFilters(list, search).map(({ name, filter, value }) => ({ place: filter.place, words: said(filter, value, words[name]) }));
  const sought = all.flatMap((each) => (each.place ? [] : [each.words]));
  const within = all.flatMap((each) => (each.place ? [each.words] : []));
  return `${[...sought, ...within].join(", ")}.`;
}

function said(filter: Filter, value: unknown, { labels = [], keys }: NonNullable<FilterWords[string]> = {}): string {
  const word = String(value);
  switch (filter.kind) {
    case "text":
      return `“${word}”`;
    case "choice":
      return filter.options[word] ?? word;
    case "word":
      return `${filter.says} “${filter.options?.[word] ?? word}”`;
    case "object":
      return `one ${filter.of}`;
    case "since":
      return isInstant(value) ? `since ${shortTime(value)}` : (spans[word as keyof typeof spans] ?? word).toLowerCase();
    case "instant":
      return `${filter.says} ${exactTime(word)}`;
    case "id":
      return `one ${filter.says}`;
    case "mine":
      return "mine";
    case "flag":
      return filter.says;
    case "folder":
      return word === "root" ? "in no folder" : "in one folder";
    case "path":
      return `below ${word}/`;
    default: {
      const [key, of] = value as [string, string];
      const shown = labels.find((each) => each.key === key && each.value === of)?.word ?? of;
      return key === "" ? shown : `${keys?.get(key) ?? key}: ${shown}`;
    }
  }
}
