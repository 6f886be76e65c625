import type { SearchOf } from "#contract/list.ts";
import { caseList } from "#contract/queues/case-list.ts";
import { searchReader } from "#lists/list-search.ts";
import { readFields, textUpTo } from "#ui/address.ts";

/** What the address of a queue's cases holds. Read by routes, so it names no schema. */
export type CaseSearch = SearchOf<typeof caseList> & {
  /** The table is what everybody begins with. */
  layout?: "board";
};

/** The states as filters name them. */
export const caseStates = ["pending", "claimed", "needs_input", "postponed", "completed", "failed", "canceled"] as const;
export type CaseStateWord = (typeof caseStates)[number];
/** What judges found, as filters name it. */
export const verdictWords = ["judged", "success", "issues"] as const;
export const caseFilterWords = ["open", ...caseStates, ...verdictWords] as const;
export type CaseFilterWord = (typeof caseFilterWords)[number];
export const priorityWords = ["high", "medium", "none"] as const;

const readTable = searchReader(caseList);

export function readCaseSearch(raw: Record<string, unknown>): CaseSearch {
  return raw["layout"] === "board" ? laidOut(readTable(raw), "board") : readTable(raw);
}

export const textSearch = readFields<Pick<CaseSearch, "search">>({ search: textUpTo(200) });

/** The same cases in another layout. A board shows every state. */
export function laidOut({ layout: _layout, ...search }: CaseSearch, layout: "table" | "board"): CaseSearch {
  if (layout === "table") return search;
  const { status: _status, ...others } = search;
  return { ...others, layout };
}
