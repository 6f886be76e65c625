import { type InfiniteData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { useLiveEvents } from "#api/live.ts";
import { type CasePage, type CaseScope, casePages, fetchCasePage } from "#features/queues/case-queries.ts";
import { useThrottled } from "#api/use-throttled.ts";
import { tellUnread } from "#ui/fresh-chip.tsx";

type Pages = InfiniteData<CasePage, string | undefined>;

interface Options {
  readonly entry: string;
  /** Of the cases in this state: another number than the column knows is a reason to read it again. */
  readonly count: number | undefined;
  /** Not in sight yet, or empty: nothing is read. */
  readonly idle: boolean;
}

/**
 * The loaded cards of one column. It is read again when its number changes, and now and then for what changes on cards. Cards change where they
 * are; what would move one of them waits (`held`) until `reload`. Few requests: seven columns share one quota.
 */
export function useBoardColumn(scope: CaseScope, { entry, count, idle }: Options) {
  const client = useQueryClient();
  const options = casePages(scope, entry);
  const query = useInfiniteQuery({ ...options, enabled: !idle, placeholderData: undefined });
  const [held, setHeld] = useState(false);
  const loaded = query.data?.pages.at(-1)?.total;

  const reload = async () => {
    try {
      const page = await fetchCasePage(scope, undefined, {});
      setHeld(false);
      client.setQueryData<Pages>(options.queryKey, { pages: [page], pageParams: [undefined] });
    } catch (error) {
      tellUnread(error);
    }
  };
  const changed = count !== undefined && loaded !== undefined && count !== loaded;
  const attempt = async () => {
    const before = client.getQueryData<Pages>(options.queryKey);
    if (before === undefined || idle) return;
    const page = await fetchCasePage(scope, undefined, { priority: "background" }).catch(() => undefined);
    // What somebody moved meanwhile is not in what was read.
    if (!page || client.getQueryData(options.queryKey) !== before) return;
    const still = keepsPlaces(before, page);
    setHeld(!still);
    client.setQueryData<Pages>(
      options.queryKey,
      still && before.pages.length === 1 ? { pages: [page], pageParams: [undefined] } : inPlace(before, page),
    );
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
    if (events.some(({ topic }) => topic === "case")) later();
  });
  const rows = query.data?.pages.flatMap((page) => page.cases) ?? [];
  return { query, rows, held, reload };
}

/** Whether every card of the first page, which alone was read again, is where it was. Of further pages only their number can tell. */
function keepsPlaces({ pages }: Pages, { cases, total }: CasePage): boolean {
  const further = pages.length === 1 || pages.at(-1)?.total === total;
  return further && pages.slice(0, 1).every((first) => first.cases.every(({ id }, at) => cases[at]?.id === id));
}

/** The cards as they are now, each where it was. */
function inPlace({ pages, pageParams }: Pages, { cases }: CasePage): Pages {
  const now = new Map(cases.map((one) => [one.id, one]));
  return { pages: pages.map((page) => ({ ...page, cases: page.cases.map((one) => now.get(one.id) ?? one) })), pageParams };
}
