import { type InfiniteData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { useLiveEvents } from "#api/live.ts";
import { type CasePage, type CaseScope, casePages, fetchCasePage } from "#features/queues/case-queries.ts";
import { useThrottled } from "#ui/use-throttled.ts";

type Pages = InfiniteData<CasePage, string | undefined>;

interface Options {
  readonly entry: string;
  /** Of the cases in this state: another number than the column knows is a reason to read it again. */
  readonly count: number | undefined;
  /** Not in sight yet, or empty: nothing is read. */
  readonly idle: boolean;
  /** Whether nobody looks at its cards so closely that they must not move. */
  readonly isCalm: () => boolean;
}

/**
 * The loaded cards of one column. It is read again when its number changes, and now and then for what changes on cards; while somebody
 * points at it the news wait (`held`) until `reload`. Few requests: seven columns share one quota.
 */
export function useBoardColumn(scope: CaseScope, { entry, count, idle, isCalm }: Options) {
  const client = useQueryClient();
  const options = casePages(scope, entry);
  const query = useInfiniteQuery({ ...options, enabled: !idle, placeholderData: undefined });
  const [held, setHeld] = useState(false);
  const loaded = query.data?.pages.at(-1)?.total;

  const reload = async () => {
    setHeld(false);
    const page = await fetchCasePage(scope, undefined, {}).catch(() => undefined);
    if (page) client.setQueryData<Pages>(options.queryKey, { pages: [page], pageParams: [undefined] });
  };
  const changed = count !== undefined && loaded !== undefined && count !== loaded;
  const attempt = () => {
    if (client.getQueryData(options.queryKey) === undefined || idle) return undefined;
    if (isCalm()) return reload();
    if (changed) setHeld(true);
    return undefined;
  };
  const soon = useThrottled(attempt, 5_000);
  const later = useThrottled(attempt, 20_000);
  const ask = useEffectEvent(() => soon());
  // Also once it comes into sight: what it knew when it left may have been old already.
  const due = changed && !idle;
  useEffect(() => {
    if (due) ask();
  }, [due, count]);
  useLiveEvents((events) => {
    if (events.some(({ topic }) => topic === "cases")) later();
  });
  const rows = query.data?.pages.flatMap((page) => page.cases) ?? [];
  return { query, rows, held, reload };
}
