import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { wasMadeHere, wasTakenAway } from "#api/stale.ts";
import type { ListColumns, List } from "#contract/list.ts";
import { type LinkTarget, useGo } from "#ui/link.tsx";
import { Pager } from "#ui/pager.tsx";
import { isWhole, TableOfSteady } from "#ui/steady-table.tsx";
import type { RowGroups } from "#ui/table-column.ts";
import type { TableSelection } from "#ui/table-selection.ts";
import { type SteadyRows, useSteadyRows } from "#ui/use-steady-rows.ts";
import { ListFrame, type ListFrameProps } from "./list-frame.tsx";
import { searchReader } from "./list-search.ts";

interface PagedListProps<L extends List, C extends ListColumns<never>, R> extends Omit<
  ListFrameProps<L, C, R>,
  "query" | "total" | "none" | "children"
> {
  query: LoadedPage<unknown>;
  pages: PagesOf<R>;
  rowLink?: (row: R) => LinkTarget | undefined;
  selection?: TableSelection;
  /** Of the table, where the page has another title than the list. */
  label?: string;
  comfortable?: boolean;
  /** Of rows that the service lists by groups. */
  groups?: RowGroups<R>;
}

type LoadedPage<T> = Pick<UseQueryResult<T>, "data" | "error" | "failureReason" | "refetch" | "isPlaceholderData" | "isFetching">;

/** A page of a list as it is shown, and what names its rows. */
export interface PagesOf<R> {
  readonly list: SteadyRows<R>;
  readonly idOf: (row: R) => string;
  /** Names what is looked at. */
  readonly view: string;
  readonly total: number;
  readonly offset: number;
  readonly limit: number;
}

interface PageOptions<T, R> {
  readonly search: { readonly offset?: number };
  readonly query: LoadedPage<T>;
  readonly rowsOf: (data: T) => readonly R[];
  readonly limit: number;
  /** Rows come one after the other at the moment: each is shown at once. */
  readonly coming?: boolean;
}

/** The rows of a page, each in its place as long as the same page is looked at. */
export function usePages<T extends { total: number }, R extends { id: string }>(options: PageOptions<T, R>): PagesOf<R> {
  const { search, query, rowsOf, limit, coming = false } = options;
  const { offset = 0 } = search;
  const { data, isPlaceholderData } = query;
  const rows = data && rowsOf(data);
  const total = data?.total ?? 0;
  const whole = isWhole({ rows: rows ?? [], total, offset });
  const view = JSON.stringify([search, isPlaceholderData, coming ? total : 0]);
  const list = useSteadyRows(rows, idOf, view, {
    whole,
    sentAway: wasTakenAway,
    madeHere: wasMadeHere,
  });
  return { list, idOf, view, total, offset, limit };
}

/** Where the last page begins, for a page past the end. */
function lastInstead<R>({ list, total, offset, limit }: PagesOf<R>): number | undefined {
  const empty = list.rows.length === 0 && list.added === 0;
  return empty && total > 0 && offset >= total ? Math.floor((total - 1) / limit) * limit : undefined;
}

const idOf = ({ id }: { readonly id: string }) => id;

/** A list that is read page by page, with its rows kept where they are. */
export function PagedList<L extends List, C extends ListColumns<never>, R>(props: PagedListProps<L, C, R>) {
  const { teamId, list, to, query, pages, rowLink, selection, comfortable = false } = props;
  const [, many] = list.words;
  const search = searchReader(list)(props.search);
  const shown = query.data === undefined ? undefined : pages.total;
  const linkTo = (offset: number) => ({ to, params: { teamId }, search: { ...props.kept, ...search, ...(offset > 0 ? { offset } : {}) } });
  const go = useGo();
  // What was deleted meanwhile, or an address of yesterday, leaves a page past the end.
  const last = query.data === undefined || query.isPlaceholderData ? undefined : lastInstead(pages);
  const goBack = useEffectEvent((offset: number) => go(linkTo(offset), { replace: true }));
  useEffect(() => (last === undefined ? undefined : goBack(last)), [last]);
  return (
    <ListFrame {...props} total={shown} none={pages.list.rows.length === 0 && pages.list.added === 0 && pages.total === 0}>
      {(columns) => (
        <>
          <TableOfSteady
            label={props.label ?? `${many.slice(0, 1).toUpperCase()}${many.slice(1)}`}
            list={pages.list}
            rowId={pages.idOf}
            {...(rowLink ? { rowLink } : {})}
            {...(selection ? { selection } : {})}
            columns={columns}
            total={pages.total}
            offset={pages.offset}
            outdated={query.isPlaceholderData}
            comfortable={comfortable}
            groups={props.groups}
          />
          <Pager offset={pages.offset} limit={pages.limit} total={pages.total} link={linkTo} />
        </>
      )}
    </ListFrame>
  );
}
