// What a list can be narrowed and ordered by, and which columns it has. Everything else about a list follows from that: what its endpoint takes
// (`list-query.ts`), what its address holds, its controls, its words, its saved views and its file. Addresses are read before the first page is
// there, so nothing here knows a schema.

/** One thing that narrows a list, under the name that it has in the address. */
interface Narrows {
  /** Its name in a request, where that is another one. */
  readonly as?: string;
  /** Where one is rather than what one looks for: a folder, what was deleted. Clearing the filters keeps it, and the screen itself leads there. */
  readonly place?: true;
}
/** It is chosen in the row of filters. */
interface Chosen extends Narrows {
  readonly label: string;
  /** The choice of no filter, as in "Any status". */
  readonly any: string;
  /** Asked for less often: on a wide screen it is in a menu. */
  readonly more?: true;
}

export interface TextFilter extends Narrows {
  readonly kind: "text";
  readonly label: string;
  /** What the empty field says, where that is more than its label. */
  readonly hint?: string;
  readonly max: number;
}
/** One of these words. */
export interface ChoiceFilter extends Chosen {
  readonly kind: "choice";
  readonly options: Readonly<Record<string, string>>;
  /** What a request says for each of them, where that is something else. */
  readonly sends?: Readonly<Record<string, string>>;
  /** Words that a request takes and no screen offers. */
  readonly also?: readonly string[];
  /** Words of former addresses, by what they mean now. */
  readonly former?: Readonly<Record<string, string>>;
}
/** A word of an open set, of which some are offered. `says` stands before it, as in "source “api”". */
export interface WordFilter extends Chosen {
  readonly kind: "word";
  readonly says: string;
  readonly options?: Readonly<Record<string, string>>;
  readonly max: number;
}
/** One object, found by its name. */
export interface ObjectFilter extends Chosen {
  readonly kind: "object";
  readonly of: "agent" | "queue";
}
/** Not longer ago than one of {@link spans}, or than an instant where a link says so. */
export interface SinceFilter extends Chosen {
  readonly kind: "since";
}
/** An instant as a record has it: from it on, or before it. A link leads there; a list with it offers to show any time. */
export interface InstantFilter extends Chosen {
  readonly kind: "instant";
  /** What stands before it, as in "before Nov 1". */
  readonly says: string;
}
/** One object by its id, which only links choose: a list with it offers to show any. `says` stands before its name, as in "revision". */
export interface IdFilter extends Chosen {
  readonly kind: "id";
  readonly says: string;
}
/** What is one's own. */
export interface MineFilter extends Chosen {
  readonly kind: "mine";
}
export interface FlagFilter extends Narrows {
  readonly kind: "flag";
  readonly says: string;
}
/** A folder by its id, or `root` for what lies in none. */
export interface FolderFilter extends Narrows {
  readonly kind: "folder";
}
/** A folder by its path, as it is written. */
export interface PathFilter extends Narrows {
  readonly kind: "path";
}
/** A label: its key, "" for a plain one, and its value. The screen knows which ones there are. */
export interface LabelFilter extends Chosen {
  readonly kind: "label";
}

export type Filter =
  | TextFilter
  | ChoiceFilter
  | WordFilter
  | ObjectFilter
  | SinceFilter
  | InstantFilter
  | IdFilter
  | MineFilter
  | FlagFilter
  | FolderFilter
  | PathFilter
  | LabelFilter;

export const spans = {
  "1h": "Last hour",
  "24h": "Last 24 hours",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
  "90d": "Last 90 days",
  "365d": "Last 365 days",
} as const;
export type Span = keyof typeof spans;
/** As records carry it, as in `2026-11-28T20:15:00.000Z`. */
export type Instant = `${number}-${string}Z`;

export function isInstant(value: unknown): value is Instant {
  return typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value) && !Number.isNaN(Date.parse(value));
}

export interface Sorts {
  /** How the list is ordered when its address does not say. */
  readonly start: { readonly by: string; readonly order: "asc" | "desc" };
  /** Each order in words, by the column whose head turns it. */
  readonly by: Readonly<Record<string, { readonly as?: string; readonly asc: string; readonly desc: string }>>;
  /** What a request can order by too, and no screen offers. */
  readonly also?: readonly string[];
  /** It can be ordered by the fields of its rows too, which the screen knows: in the address as `field.` and the place of one. */
  readonly fields?: true;
}

export interface List {
  readonly name: string;
  /**
   * People keep views of it, and choose its columns: under its name, of the team or of one queue. {@link ViewedLists} has it too. Absent: of a
   * list that is too short for either.
   */
  readonly views?: "team" | "queue";
  /** As in "run" and "runs". */
  readonly words: readonly [one: string, many: string];
  readonly filters: Readonly<Record<string, Filter>>;
  readonly sorts?: Sorts;
  /** How its search finds, said where nothing matches. */
  readonly finds?: string;
}

/** The lists that people keep views of, by their names. Empty here: the file that describes such a list declares that it is one. */
export interface ViewedLists {}
export type ViewedList = keyof ViewedLists;
type Declared =
  | { readonly views?: never }
  | { readonly [N in ViewedList]: { readonly name: N; readonly views: ViewedLists[N] } }[ViewedList];

const viewed = new Map<string, List["views"]>();

export function list<const L extends List & Declared>(description: L): L {
  if (description.views) viewed.set(description.name, description.views);
  return description;
}

/** The names of the lists that people keep views of, or of those whose views are a team's. */
export function viewedLists(of?: "team"): readonly string[] {
  return [...viewed].filter(([, whose]) => of === undefined || whose === of).map(([name]) => name);
}

let ours: ReadonlySet<string> | undefined;

/** The document names the lists that are described by now. What tests describe later is no part of it. */
export function documentLists(): void {
  ours = new Set(viewed.keys());
}

export function documentedLists(of?: "team"): readonly string[] {
  return viewedLists(of).filter((name) => ours?.has(name) ?? true);
}

type ValueOf<F> = F extends { kind: "choice"; options: infer O }
  ? keyof O & string
  : F extends { kind: "since" }
    ? Span | Instant
    : F extends { kind: "mine" }
      ? "me"
      : F extends { kind: "flag" }
        ? true
        : F extends { kind: "label" }
          ? [key: string, value: string]
          : string;

type SortOf<L> = L extends { sorts: { start: { by: infer Start; order: infer Order }; by: infer By } }
  ? { sort?: Exclude<keyof By & string, Start> | (L extends { sorts: { fields: true } } ? FieldSort : never) } & (Order extends "asc"
      ? { desc?: true }
      : { order?: "asc" })
  : object;

export type FieldSort = `field.${string}`;

/** The place of the field that a list is ordered by. */
export function fieldIn(sort: string | undefined): string | undefined {
  return sort?.startsWith("field.") ? sort.slice("field.".length) : undefined;
}

/** What the address of a list holds. */
export type SearchOf<L extends List> = { -readonly [K in keyof L["filters"]]?: ValueOf<L["filters"][K]> } & SortOf<L>;

/** What a file says in one place. */
export type Cell = string | number | null | WrittenCell;
/** A text that stands in quotes also where it need not, or a figure or other value as it is written. */
type WrittenCell = { readonly quoted: string } | { readonly bare: string };

export interface ListColumn<R> {
  /** Empty: of buttons; it is always shown. */
  readonly header: string;
  /** A CSS width; without one the column shares what is left. */
  readonly width?: string;
  readonly align?: "end";
  /** In the second ink: what the others are told apart by less. */
  readonly quiet?: true;
  /** Takes two lines below 600 px instead of being cut off after one. */
  readonly wrap?: true;
  /** Leaves the column out below 600, 900 or 1200 px. */
  readonly from?: "sm" | "md" | "lg";
  /** What a file says under it: cells by their heads. */
  readonly file?: Readonly<Record<string, (row: R) => Cell>>;
}
export type ListColumns<R> = Readonly<Record<string, ListColumn<R>>>;
