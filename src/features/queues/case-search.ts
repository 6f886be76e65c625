import { oneOf, readFields, textUpTo } from "#ui/address.ts";

/** The filters of a queue's cases as the address holds them. Read by routes, so it names no schema. */
export interface CaseSearch {
  status?: CaseFilterWord;
  priority?: PriorityWord;
  /** Key and value. */
  label?: [key: string, value: string];
  search?: string;
  order?: "asc";
  /** The table is what everybody begins with. */
  layout?: "board";
}

/** The states as filters name them. */
export const caseStates = ["pending", "claimed", "needs_input", "postponed", "completed", "failed", "canceled"] as const;
export type CaseStateWord = (typeof caseStates)[number];
/** What judges found, as filters name it. */
export const verdictWords = ["judged", "success", "issues"] as const;
/** In the order of the tabs: first every case once, then those again that were judged. */
export const caseFilterWords = [...caseStates, ...verdictWords] as const;
export type CaseFilterWord = (typeof caseFilterWords)[number];
export const priorityWords = ["high", "medium", "none"] as const;
export type PriorityWord = (typeof priorityWords)[number];

const readTable = readFields<Omit<CaseSearch, "layout">>({
  status: oneOf(caseFilterWords),
  priority: oneOf(priorityWords),
  label: (raw) => {
    const [key, value] = Array.isArray(raw) && raw.length === 2 ? raw.map(String) : [];
    return value ? [key ?? "", value] : undefined;
  },
  search: textUpTo(200),
  order: oneOf(["asc"]),
});

export function readCaseSearch(raw: Record<string, unknown>): CaseSearch {
  return raw["layout"] === "board" ? laidOut(readTable(raw), "board") : readTable(raw);
}

export const textSearch = readFields<Pick<CaseSearch, "search">>({ search: textUpTo(200) });

/** Whether anything beside the status narrows the list. */
export function isNarrowed({ priority, label, search }: CaseSearch): boolean {
  return priority !== undefined || label !== undefined || search !== undefined;
}

/** The same cases in another layout. A board shows every state. */
export function laidOut({ layout: _layout, ...search }: CaseSearch, layout: "table" | "board"): CaseSearch {
  if (layout === "table") return search;
  const { status: _status, ...others } = search;
  return { ...others, layout };
}
