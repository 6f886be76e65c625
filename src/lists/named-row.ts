import { type QueryKey, useQuery, type UseQueryOptions } from "@tanstack/react-query";
import type { ApiError } from "#api/client.ts";
import type { LoadedQuery } from "#ui/loaded.tsx";

/**
 * The row that an address opens beside its list, on whichever page of the list it is and whatever the list is filtered by. `alone` reads it where
 * the page does not have it. `gone`: there is none. `unread`: that could not be found out.
 */
export function useNamedRow<T, R extends { readonly id: string }, K extends QueryKey>(
  named: string | undefined,
  page: readonly R[] | undefined,
  alone: (id: string) => UseQueryOptions<T, ApiError, T, K>,
  rowsOf: (data: T) => readonly R[],
): { chosen: R | undefined; gone: boolean; unread: LoadedQuery<T> | undefined } {
  const of = (rows: readonly R[] | undefined) => rows?.find(({ id }) => id === named);
  const here = of(page);
  const elsewhere = named !== undefined && named !== "new" && page !== undefined && !here;
  const query = useQuery({ ...alone(named ?? ""), enabled: elsewhere });
  const { data, isFetching, isFetchedAfterMount } = query;
  const found = elsewhere && data !== undefined ? of(rowsOf(data)) : undefined;
  return {
    chosen: here ?? found,
    // An answer of an earlier visit is asked for again before it counts. One of this visit stays while it is read again.
    gone: elsewhere && (isFetchedAfterMount || !isFetching) && data !== undefined && !found,
    unread: elsewhere && data === undefined && query.errorUpdateCount > 0 ? query : undefined,
  };
}
