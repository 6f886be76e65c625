import { queryOptions } from "@tanstack/react-query";
import type { CallInput, EndpointSpec, Reply } from "#contract/endpoint.ts";
import { type ApiError, callWith, type LooseInput } from "./client.ts";
import { rememberRead } from "./stale.ts";

/** As many as a page of any list has room for. */
const perPage = 100;

interface PageOfRows<T> {
  readonly rows: readonly T[];
  /** How many there are on all pages. */
  readonly total: number;
}

/** Every row of a list, page by page. */
export async function everyRow<T>(page: (at: { limit: number; offset: number }) => Promise<PageOfRows<T>>): Promise<T[]> {
  const found: T[] = [];
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- where the next page begins is known once this one is there
    const { rows, total } = await page({ limit: perPage, offset: found.length });
    found.push(...rows);
    if (rows.length === 0 || found.length >= total) return found;
  }
}

/** A read of every row of a list, for what has to know all of them. */
export function readEvery<E extends EndpointSpec, T>(endpoint: E, input: CallInput<E>, pageOf: (reply: Reply<E>) => PageOfRows<T>) {
  rememberRead(endpoint);
  const loose: LooseInput = input;
  const key = [endpoint.reads ?? [], endpoint.name, input, "every"] as const;
  return queryOptions<readonly T[], ApiError, readonly T[], typeof key>({
    queryKey: key,
    queryFn: ({ signal }) =>
      everyRow(async (at) => pageOf(await callWith(endpoint, { ...loose, query: { ...loose.query, ...at } } as CallInput<E>, { signal }))),
  });
}
