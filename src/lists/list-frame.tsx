import type { ReactNode } from "react";
import { useHiddenColumns } from "#api/list-columns.ts";
import type { Page } from "#api/path-to.ts";
import type { List, ListColumns, SearchOf } from "#contract/list.ts";
import { shownColumns } from "#ui/column-menu.tsx";
import { useGo } from "#ui/link.tsx";
import { Loaded, type LoadedQuery } from "#ui/loaded.tsx";
import { NoMatch } from "#ui/no-match.tsx";
import type { Column } from "#ui/table-column.ts";
import { ListBar } from "./list-bar.tsx";
import { type Cells, columnsOf } from "./list-columns.ts";
import type { Controls } from "./list-filters.tsx";
import { searchReader } from "./list-search.ts";
import { ListViews } from "./list-views.tsx";
import { cleared, isNarrowed, soughtInWords } from "./list-words.ts";
import type { ListFile } from "./use-list-file.ts";

export interface ListFrameProps<L extends List, C extends ListColumns<never>, R> {
  teamId: string;
  /** Its description, and what its columns are. */
  list: L;
  columns: C;
  /** Its page, and what its address holds. */
  to: Page;
  search: SearchOf<L>;
  /** What else its address keeps: the tab it is in. */
  kept?: object;
  /** How its cells look. */
  cells: Cells<C, R>;
  beneath?: (row: R) => ReactNode;
  under?: (row: R) => ReactNode;
  query: LoadedQuery<unknown>;
  /** How many rows the filters leave; undefined until it is known. */
  total: number | undefined;
  /** Where more than rows are counted. */
  count?: string;
  file?: ListFile;
  controls?: Controls<L>;
  /** Where there is nothing at all: what this is, and how it starts. */
  empty: ReactNode;
  /** Nothing to show, where that is not the same as a total of 0. */
  none?: boolean;
  /** Beside the way back from filters that leave nothing. */
  whenNone?: ReactNode;
  /** In the row of filters: before and behind them, and at its end. */
  before?: ReactNode;
  beside?: ReactNode;
  atEnd?: ReactNode;
  /** Completes "Could not load …", where that is not the words of the list. */
  what?: string;
  needs?: string;
  /** The table, of the columns that somebody wants to see. */
  children: (columns: readonly Column<R>[]) => ReactNode;
}

/** What every list of a team is: its row of filters, and below it what they leave, or why there is nothing. */
export function ListFrame<L extends List, C extends ListColumns<never>, R>(props: ListFrameProps<L, C, R>) {
  const { teamId, list, to, kept, query, total, count, file, controls, before, beside, atEnd, children } = props;
  const go = useGo();
  const [, many] = list.words;
  const search = searchReader(list)(props.search);
  const onSearch = (next: SearchOf<L>, step?: { replace: boolean }) => go({ to, params: { teamId }, search: { ...kept, ...next } }, step);
  const columns = columnsOf({ ...props, search, onSearch });
  const chosen = useHiddenColumns(teamId, list);
  const none = props.none ?? total === 0;
  const views = list.views === "team" ? <ListViews {...{ teamId, list, to, search }} /> : null;
  return (
    <>
      <ListBar {...{ teamId, list, search, onSearch, columns, total, count, none, file, controls, views, before, beside, atEnd }} />
      <Loaded query={query} what={props.what ?? `the ${many} of this team`} needs={props.needs ?? "Member"}>
        {() =>
          !none ? (
            children(shownColumns(columns, chosen))
          ) : isNarrowed(list, search) ? (
            <NoMatch what={many} action={props.whenNone} onClear={() => onSearch(cleared(list, search))}>
              Filters: {soughtInWords(list, search)} {list.finds}
            </NoMatch>
          ) : (
            props.empty
          )
        }
      </Loaded>
    </>
  );
}
