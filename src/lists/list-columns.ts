import type { ReactNode } from "react";
import type { List, ListColumn, ListColumns, SearchOf } from "#contract/list.ts";
import type { Column } from "#ui/table-column.ts";
import { orderedBy, orderIn } from "./list-order.ts";

/** How each column of a list looks; null where it is not shown to this person. */
export type Cells<C extends ListColumns<never>, R> = { readonly [K in keyof C]: ((row: R) => ReactNode) | null };

interface Looks<L extends List, C extends ListColumns<never>, R> {
  readonly list: L;
  readonly columns: C;
  readonly cells: Cells<C, R>;
  /** Below 600 px, a line under the first cell. */
  readonly beneath?: ((row: R) => ReactNode) | undefined;
  /** From 600 px on, a line under the first cell: every row has two. */
  readonly under?: ((row: R) => ReactNode) | undefined;
  readonly search: SearchOf<L>;
  readonly onSearch: (search: SearchOf<L>) => void;
}

/** The columns of a list as a table draws them. */
export function columnsOf<L extends List, C extends ListColumns<never>, R>(looks: Looks<L, C, R>): readonly Column<R>[] {
  const { list, columns, cells, beneath, under, search, onSearch } = looks;
  const { by, order } = orderIn(list, search);
  return Object.entries<ListColumn<never>>(columns).flatMap(([id, { file: _, ...column }], at) => {
    const cell = cells[id as keyof C];
    if (cell === null) return [];
    return [
      {
        id,
        ...column,
        cell,
        ...(at === 0 && beneath ? { beneath } : {}),
        ...(at === 0 && under ? { under } : {}),
        ...(list.sorts?.by[id] ? { onSort: () => onSearch(orderedBy(list, search, id)) } : {}),
        ...(by === id ? { sorted: order } : {}),
      },
    ];
  });
}
