import type { ReactNode } from "react";
import { useHiddenColumns, useHideColumns } from "#api/list-columns.ts";
import type { Filter, List } from "#contract/list.ts";
import { ColumnMenu, type NamedColumn, shownColumns } from "#ui/column-menu.tsx";
import { counted } from "#ui/counted.ts";
import { ExportMenu } from "#ui/export-menu.tsx";
import { Toolbar } from "#ui/toolbar.tsx";
import { ListFilters, type ListFiltersProps } from "./list-filters.tsx";
import { isNarrowed } from "./list-words.ts";
import { type ListFile, useListFile } from "./use-list-file.ts";

export interface ListBarProps<L extends List> extends ListFiltersProps<L> {
  /** Those that there are to choose; none where rows are drawn otherwise. */
  columns: readonly NamedColumn[];
  /** How many rows the filters leave; undefined until it is known. */
  total: number | undefined;
  /** Where more than rows are counted. */
  count?: string | undefined;
  /** Something above the row says it too: a phone has room for one of them. */
  countedAbove?: boolean;
  /** There is nothing to show. */
  none: boolean;
  file?: ListFile | undefined;
  /** The menu of saved views. */
  views?: ReactNode;
  /** In the row: before and behind the filters, and at its end. */
  before?: ReactNode;
  beside?: ReactNode;
  atEnd?: ReactNode;
}

/** The row over every list: views, filters, how much they leave, the choice of columns and the file. */
export function ListBar<L extends List>(props: ListBarProps<L>) {
  const { teamId, list, search, controls, onSearch, columns, total, none, file, views, beside, atEnd } = props;
  const [one, many] = list.words;
  const { choosable, ...chosen } = useHiddenColumns(teamId, list);
  const hide = useHideColumns(teamId, list);
  const exporting = useListFile(list, file, total ?? 0);
  // A count alone is no row: the tab of such a list says it.
  const chooses = Object.entries<Filter>(list.filters).some(([name, { place }]) => !place || controls?.[name]?.hidden !== true);
  // Of a list without a row nothing is looked for. Its room stays: what comes below moves no further.
  const idle = none && !isNarrowed(list, search) && !views && !file && !beside && !atEnd && !props.before;
  if (!views && !choosable && !file && !beside && !atEnd && !chooses) return null;
  return (
    <Toolbar
      label="Filter"
      unseen={idle}
      end={
        <>
          <span role="status" className={props.countedAbove ? "text-sm text-ink-2 max-sm:sr-only" : "text-sm text-ink-2"}>
            {props.count ?? (total === undefined || (none && !isNarrowed(list, search)) ? "" : counted(total, one, many))}
          </span>
          {atEnd}
          {choosable && columns.length > 0 ? <ColumnMenu columns={columns} hide={hide} {...chosen} /> : null}
          {file ? (
            <ExportMenu exporting={exporting} shown={columns.length > 0 ? filesOf(shownColumns(columns, chosen)) : undefined} />
          ) : null}
        </>
      }
    >
      {props.before}
      {views}
      <ListFilters {...{ teamId, list, search, controls, onSearch }} />
      {beside}
    </Toolbar>
  );
}

function filesOf(columns: readonly NamedColumn[]): readonly string[] {
  return [...new Set(columns.map(({ id, file = id }) => file))];
}
