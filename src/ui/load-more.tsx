import { useEffect, useEffectEvent, useRef } from "react";
import { Button } from "./button.tsx";
import { Spinner } from "./spinner.tsx";

interface LoadMoreProps {
  /** The part of an infinite query that is needed; fits what react-query returns. */
  query: {
    readonly hasNextPage: boolean;
    readonly isFetching: boolean;
    readonly isFetchNextPageError: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
  /** How many rows are loaded. */
  count: number;
  /** As in "runs". */
  what: string;
}

/** Under the last row of a table: loads the next page before its place is reached. */
export function LoadMore({ query, count, what }: LoadMoreProps) {
  const mark = useRef<HTMLDivElement>(null);
  const { hasNextPage, isFetchNextPageError } = query;
  const load = useEffectEvent(() => {
    if (!query.isFetching && query.hasNextPage) void query.fetchNextPage();
  });
  useEffect(() => {
    const node = mark.current;
    if (!node || !hasNextPage || isFetchNextPageError) return undefined;
    const watch = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && load(), {
      root: node.closest("[data-scroll-restoration-id]"),
      rootMargin: "1600px",
    });
    watch.observe(node);
    return () => watch.disconnect();
    // Watched anew after each page: the mark may still be in sight.
  }, [hasNextPage, isFetchNextPageError, count]);
  if (!hasNextPage) return null;
  return (
    <div ref={mark} className="flex h-12 items-center justify-center gap-3 text-sm text-ink-2">
      {isFetchNextPageError ? (
        <>
          <span role="alert">The next {what} could not be loaded.</span>
          <Button size="sm" onClick={() => void query.fetchNextPage()}>
            Try again
          </Button>
        </>
      ) : (
        <Spinner />
      )}
    </div>
  );
}
