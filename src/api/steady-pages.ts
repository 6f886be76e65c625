import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import type { CallOptions } from "./client.ts";

export interface SteadyPage {
  readonly total: number;
  /** Where the next page begins; null: there is none. */
  readonly next: string | null;
}
export type FetchPage<P> = (after: string | undefined, options: CallOptions) => Promise<P>;

/**
 * The pages of a list, kept for one entry of the history: going back finds the same rows, arriving again finds the list as it is then. They are
 * under no topic of the reads, because a refresh of every loaded page would move rows under the pointer.
 */
export function steadyPages<P extends SteadyPage>(name: string, scope: unknown, entry: string, fetchPage: FetchPage<P>) {
  return infiniteQueryOptions({
    queryKey: [name, scope, entry] as const,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: P) => page.next ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
}
