import { type InfiniteData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLiveEvents, useLiveStatus } from "#api/live.ts";
import type { Case } from "#contract/queues/case.ts";
import { type CasePage, casePages, type CaseScope, fetchCasePage, fetchLatestCases } from "#features/queues/case-queries.ts";
import { useThrottled } from "#ui/use-throttled.ts";
import { changesOf, type ListChanges } from "./list-changes.ts";

type Pages = InfiniteData<CasePage, string | undefined>;

/** Of the loaded pages, how many are read again at a time; the others take their turn in the next one. */
const pagesAtOnce = 3;

/**
 * The loaded rows of a list of cases. Rows change in their place and never move under somebody's hand: cases that arrive are counted in
 * `fresh`, those that the list has no more are named in `left`, and both wait until `reload`, which begins the list anew. Of those that left,
 * `gone` names the ones whose row does not say how they are now.
 */
export function useCaseRows(scope: CaseScope, entry: string) {
  const client = useQueryClient();
  const options = casePages(scope, entry);
  const query = useInfiniteQuery(options);
  const live = useLiveStatus() === "live";
  const [seen, setSeen] = useState<Seen>({ entry, ...nothing });
  const due = useRef(new Set<number>());
  const looksOn = useRef(false);
  const changes = seen.entry === entry && !query.isPlaceholderData ? [...seen.pages.values()] : [];
  const left = new Set(changes.flatMap((page) => [...page.left]));
  const fresh = new Set(changes.flatMap((page) => [...page.fresh])).size;
  const gone = seen.entry === entry ? new Set([...left].filter((id) => !seen.known.has(id))) : left;
  const total = query.data?.pages[0]?.total ?? 0;
  const loaded = query.data?.pages.flatMap((page) => page.cases) ?? [];
  // With nothing in the list there is nothing to keep still, unless somebody looks on.
  const empty = total === 0 && !seen.stays && loaded.every(({ id }) => left.has(id));
  const rows: readonly Case[] = empty ? [] : loaded;

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
    const found = read.map(([at, page]) => [at, changesOf(data.pages, at, page, scope.search.order ?? "desc")] as const);
    const latest = looksOn.current ? await fetchLatestCases(scope.queueId, { priority: "background" }).catch(() => undefined) : undefined;
    const others = latest?.cases ?? [];
    client.setQueryData<Pages>(options.queryKey, (now) => now && merged(now, new Map(read), others));
    setSeen((before) => {
      const same = before.entry === entry;
      const known = new Set([...(same ? before.known : []), ...others.map(({ id }) => id)]);
      return { entry, pages: new Map([...(same ? before.pages : []), ...found]), known, stays: same && before.stays };
    });
    if (due.current.size > 0) again();
  }, 2000);
  const refresh = () => {
    for (let at = 0; at < (query.data?.pages.length ?? 0); at += 1) due.current.add(at);
    readAgain();
  };
  useLiveEvents((events) => {
    if (events.some(({ topic }) => topic === "case")) refresh();
  });
  const poll = useEffectEvent(refresh);
  useEffect(() => {
    if (live) return undefined;
    const timer = setInterval(() => poll(), 10_000);
    return () => clearInterval(timer);
  }, [live]);

  const reload = async () => {
    looksOn.current = false;
    const page = await fetchCasePage(scope, undefined, {});
    client.setQueryData<Pages>(options.queryKey, { pages: [page], pageParams: [undefined] });
    setSeen({ entry, ...nothing });
  };
  /** Keeps every row where it is until `reload`, also where the list has none of them any more, and reads how they are. */
  const lookOn = () => {
    looksOn.current = true;
    setSeen((before) => ({ ...(before.entry === entry ? before : { entry, ...nothing }), stays: true }));
    refresh();
  };
  return { query, rows, total, fresh, left, gone, reload, lookOn };
}

interface Seen {
  readonly entry: string;
  readonly pages: ReadonlyMap<number, ListChanges>;
  /** Cases whose state was read although the list had them no more. */
  readonly known: ReadonlySet<string>;
  readonly stays: boolean;
}

const nothing: Omit<Seen, "entry"> = { pages: new Map(), known: new Set(), stays: false };

/** Rows in their place as they are now, and the total of the page that was read last. `others`: rows that were read beside the pages. */
function merged(data: Pages, read: ReadonlyMap<number, CasePage>, others: readonly Case[]): Pages {
  const found = new Map([...others, ...[...read.values()].flatMap(({ cases }) => cases)].map((row) => [row.id, row]));
  const total = [...read.values()].at(-1)?.total;
  const pages = data.pages.map((page) => ({
    ...page,
    ...(total === undefined ? {} : { total }),
    cases: page.cases.map((row) => found.get(row.id) ?? row),
  }));
  return { ...data, pages };
}
