import { useEffect, useEffectEvent, useRef } from "react";
import { Button } from "#ui/button.tsx";
import { Spinner } from "#ui/spinner.tsx";
import type { useRunRows } from "./use-run-rows.ts";

/** Loads the next page before its place is reached. */
export function RunListMore({ query, count }: { query: ReturnType<typeof useRunRows>["query"]; count: number }) {
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
          <span role="alert">The next runs could not be loaded.</span>
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
