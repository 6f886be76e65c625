import { type ReactNode, useState } from "react";
import { ErrorState } from "./error-state.tsx";
import { problemOf } from "./problem.ts";
import { RateLimited } from "./rate-limited-state.tsx";
import { SkeletonRows } from "./skeleton.tsx";
import { Unsure } from "./unsure.ts";

/** The part of a query's result that decides what is drawn; fits what react-query returns. */
export interface LoadedQuery<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly failureReason?: unknown;
  readonly refetch: () => unknown;
  /** 0 beside data of its own: what was made here since may be the first of it. */
  readonly dataUpdatedAt?: number;
  readonly isPlaceholderData?: boolean;
}

interface FirstAnswer {
  readonly isFetching: boolean;
  readonly data: unknown;
  readonly failureReason: unknown;
}

/**
 * Whether each query has had its first answer or failed once, from then on for good. Where the height of what they fill is not known before,
 * all of it is drawn together: one answer would move what stands under it.
 */
export function useFirstAnswers(...queries: readonly FirstAnswer[]): boolean {
  const [drawn, setDrawn] = useState(false);
  const all = drawn || !queries.some(({ isFetching, data, failureReason }) => isFetching && data === undefined && failureReason === null);
  if (all !== drawn) setDrawn(all);
  return all;
}

export interface LoadedProps<T> {
  query: LoadedQuery<T>;
  /** As in "the runs of this team"; completes "Could not load …". */
  what: string;
  /** The role that may read this. */
  needs?: string;
  skeleton?: ReactNode;
  /** It is a part of a page: what went wrong takes a few lines. */
  inline?: boolean;
  children: (data: T) => ReactNode;
}

/** Draws data when there is some, and otherwise the fitting state: skeleton, error, forbidden, waiting for quota. */
export function Loaded<T>({ query, what, needs, skeleton, inline = false, children }: LoadedProps<T>) {
  const unsure = query.dataUpdatedAt === 0 && query.isPlaceholderData === false;
  if (query.data !== undefined && !(unsure && query.error)) return <Unsure value={unsure}>{children(query.data)}</Unsure>;
  if (query.error)
    return (
      <ErrorState inline={inline} error={query.error} what={what} onRetry={() => void query.refetch()} {...(needs ? { needs } : {})} />
    );
  const delayed = problemOf(query.failureReason);
  if (delayed.status === 429) return <RateLimited key={String(query.failureReason)} seconds={delayed.retryAfter ?? 5} />;
  return skeleton ?? <SkeletonRows />;
}
