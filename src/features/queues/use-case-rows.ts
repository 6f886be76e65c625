import { type InfiniteData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { useLiveEvents, useLiveStatus } from "#api/live.ts";
import type { Case } from "#contract/queues/case.ts";
import { useThrottled } from "#ui/use-throttled.ts";
import { type CasePage, casePages, type CaseScope, fetchCasePage } from "./case-queries.ts";

type Pages = InfiniteData<CasePage, string | undefined>;

/**
 * The loaded rows of a list of cases. Rows of the newest page change in their place; cases that arrive are counted in `fresh` and wait until
 * `reload`, which begins the list anew.
 */
export function useCaseRows(scope: CaseScope, entry: string) {
  const client = useQueryClient();
  const options = casePages(scope, entry);
  const query = useInfiniteQuery(options);
  const live = useLiveStatus() === "live";
  const [head, setHead] = useState<{ entry: string; page: CasePage } | null>(null);
  const rows: readonly Case[] = query.data?.pages.flatMap((page) => page.cases) ?? [];
  const loaded = new Set(rows.map((row) => row.id));
  const fresh = head?.entry === entry && !query.isPlaceholderData ? head.page.cases.filter((row) => !loaded.has(row.id)).length : 0;

  const refresh = useThrottled(async () => {
    if (client.getQueryData(options.queryKey) === undefined) return;
    const page = await fetchCasePage(scope, undefined, { priority: "background" }).catch(() => undefined);
    if (!page) return;
    client.setQueryData<Pages>(options.queryKey, (data) => data && merged(data, page));
    setHead({ entry, page });
  }, 2000);
  useLiveEvents((events) => {
    if (events.some(({ topic }) => topic === "cases")) refresh();
  });
  const poll = useEffectEvent(() => refresh());
  useEffect(() => {
    if (live) return undefined;
    const timer = setInterval(() => poll(), 10_000);
    return () => clearInterval(timer);
  }, [live]);

  const reload = async () => {
    const page = await fetchCasePage(scope, undefined, {});
    client.setQueryData<Pages>(options.queryKey, { pages: [page], pageParams: [undefined] });
    setHead(null);
  };
  return { query, rows, total: query.data?.pages[0]?.total ?? 0, fresh, reload };
}

function merged(data: Pages, head: CasePage): Pages {
  const found = new Map(head.cases.map((row) => [row.id, row]));
  const pages = data.pages.map((page) => ({
    ...page,
    total: head.total,
    cases: page.cases.map((row) => found.get(row.id) ?? row),
  }));
  return { ...data, pages };
}
