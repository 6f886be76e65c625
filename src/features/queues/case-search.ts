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

/** Keeps what means something and drops the rest, so that an edited address never breaks the page. */
export function readCaseSearch(raw: Record<string, unknown>): CaseSearch {
  const { status, priority, label, order, layout } = raw;
  const board = layout === "board";
  const pair = Array.isArray(label) && label.length === 2 ? label.map(String) : undefined;
  return {
    // The columns of a board are the states.
    ...(!board && caseFilterWords.some((word) => word === status) ? { status: status as CaseFilterWord } : {}),
    ...(priorityWords.some((word) => word === priority) ? { priority: priority as PriorityWord } : {}),
    ...(pair?.[1] ? { label: [pair[0] ?? "", pair[1]] } : {}),
    ...textSearch(raw),
    ...(order === "asc" ? { order } : {}),
    ...(board ? { layout } : {}),
  };
}

export function textSearch({ search }: Record<string, unknown>): { search?: string } {
  // The router reads `?search=42` as a number.
  const text = typeof search === "string" || typeof search === "number" ? String(search).trim().slice(0, 200) : "";
  return text ? { search: text } : {};
}

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
