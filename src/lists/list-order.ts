import type { List, SearchOf } from "#contract/list.ts";

interface InAddress {
  readonly sort?: string;
  readonly order?: "asc";
  readonly desc?: true;
}

/** How a list is ordered by its address: by which column, which way, and in words. `turned`: not as it is when the address says nothing. */
export function orderIn<L extends List>({ sorts }: L, search: SearchOf<L>) {
  if (!sorts) return { by: undefined, order: "asc", says: undefined, turned: false } as const;
  const { sort, order: given, desc } = search as InAddress;
  const by = sort ?? sorts.start.by;
  const order = given ?? (desc ? "desc" : sorts.start.order === "asc" ? "asc" : "desc");
  return { by, order, says: sorts.by[by]?.[order], turned: by !== sorts.start.by || order !== sorts.start.order } as const;
}

/** The address after somebody has chosen the head of a column: the other way round, or by this column, `first` this way. */
export function orderedBy<L extends List>(list: L, search: SearchOf<L>, column: string, first: "asc" | "desc" = "desc"): SearchOf<L> {
  const { sorts } = list;
  if (!sorts) return search;
  const now = orderIn(list, search);
  const { start } = sorts;
  const next = now.by === column ? (now.order === "asc" ? "desc" : "asc") : column === start.by ? start.order : first;
  const { sort: _sort, order: _order, desc: _desc, ...others } = search as InAddress & object;
  const turned = start.order === "asc" ? next === "desc" && { desc: true } : next === "asc" && { order: "asc" };
  return { ...others, ...(column === start.by ? {} : { sort: column }), ...turned } as SearchOf<L>;
}
