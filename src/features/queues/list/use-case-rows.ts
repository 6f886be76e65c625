import { type InfiniteData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLiveEvents, useLiveStatus } from "#api/live.ts";
import type { Case } from "#contract/queues/case.ts";
import { type CasePage, casePages, type CaseScope, fetchCasePage } from "#features/queues/case-queries.ts";
import { useThrottled } from "#ui/use-throttled.ts";
import { changesOf, type ListChanges } from "./list-changes.ts";

type Pages = InfiniteData<CasePage, string | undefined>;

/** Of the loaded pages, how many are read again at a time; the others take their turn in the next one. */
const pagesAtOnce = 3;

/**
 * The loaded rows of a list of cases. Rows change in their place and never move under somebody's hand: cases that arrive are counted in
 * `fresh`, those that the list has no more are named in `left`, and both wait until `reload`, which begins the list anew.
 */
export function useCaseRows(scope: CaseScope, entry: string) {
  const client = useQueryClient();
  const options = casePages(scope, entry);
  const query = useInfiniteQuery(options);
  const live = useLiveStatus() === "live";
  const [seen, setSeen] = useState<{ entry: string; pages: ReadonlyMap<number, ListChanges> }>({ entry, pages: new Map() });
  const due = useRef(new Set<number>());
  const changes = seen.entry === entry && !query.isPlaceholderData ? [...seen.pages.values()] : [];
  const left = new Set(changes.flatMap((page) => [...page.left]));
  const fresh = new Set(changes.flatMap((page) => [...page.fresh])).size;
  const total = query.data?.pages[0]?.total ?? 0;
  const loaded = query.data?.pages.flatMap((page) => page.cases) ?? [];
  // With nothing in the list there is nothing to keep still.
  const rows: readonly Case[] = total === 0 && loaded.every(({ id }) => left.has(id)) ? [] : loaded;

  const readAgain = useThrottled(async (again) => {
    const data = client.getQueryData<Pages>(options.queryKey);
    if (data === undefined) return;
    const turn = [...due.current].filter((at) => at < data.pages.length).slice(0, pagesAtOnce);
    for (const at of turn) due.current.delete(at);
    const read = await Promise.all(
      turn.map(async (at) => [at, await fetchCasePage(scope, data.pageParams[at], { priority: "background" })] as const),
    ).catch(() => undefined);
    if (client.getQueryData<Pages>(options.queryKey)?.pages[0]?.cases !== data.pages[0]?.cases) return;
    if (!read) return;
    client.setQueryData<Pages>(options.queryKey, (now) => now && merged(now, new Map(read)));
    const found = read.map(([at, page]) => [at, changesOf(data.pages, at, page, scope.search.order ?? "desc")] as const);
    setSeen((before) => ({ entry, pages: new Map([...(before.entry === entry ? before.pages : []), ...found]) }));
    if (due.current.size > 0) again();
  }, 2000);
  const refresh = () => {
    for (let at = 0; at < (query.data?.pages.length ?? 0); at += 1) due.current.add(at);
    readAgain();
  };
  useLiveEvents((events) => {
    if (events.some(({ topic }) => topic === "cases")) refresh();
  });
  const poll = useEffectEvent(refresh);
  useEffect(() => {
    if (live) return undefined;
    const timer = setInterval(() => poll(), 10_000);
    return () => clearInterval(timer);
  }, [live]);

  const reload = async () => {
    const page = await fetchCasePage(scope, undefined, {});
    client.setQueryData<Pages>(options.queryKey, { pages: [page], pageParams: [undefined] });
    setSeen({ entry, pages: new Map() });
  };
  return { query, rows, total, fresh, left, reload };
}

/** Rows in their place as they are now, and the total of the page that was read last. */
function merged(data: Pages, read: ReadonlyMap<number, CasePage>): Pages {
  const found = new Map([...read.values()].flatMap(({ cases }) => cases.map((row) => [row.id, row])));
  const total = [...read.values()].at(-1)?.total;
  const pages = data.pages.map((page) => ({
    ...page,
    ...(total === undefined ? {} : { total }),
    cases: page.cases.map((row) => found.get(row.id) ?? row),
  }));
  return { ...data, pages };
}
