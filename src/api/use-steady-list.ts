import { type InfiniteData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Topic } from "#contract/topics.ts";
import { changesOf, type ListChanges, type ListedRow } from "./list-changes.ts";
import { type LiveEvent, useLiveEvents, useLiveStatus } from "./live.ts";
import { notKnown } from "./stale.ts";
import type { FetchPage, SteadyPage, steadyPages } from "./steady-pages.ts";
import { useThrottled } from "./use-throttled.ts";

type Pages<P> = InfiniteData<P, string | undefined>;

/** A list that is read page by page. */
export interface SteadyList<P extends SteadyPage, R extends ListedRow> {
  readonly options: ReturnType<typeof steadyPages<P>>;
  /** The entry of the history that shows the list. */
  readonly entry: string;
  /** Of the times at which its rows were made; undefined where it goes by something else. */
  readonly order: "asc" | "desc" | undefined;
  readonly topic: Topic;
  /**
   * What a change of one row makes worth another reading: every loaded page, because a filter may have taken the row in anywhere, or, where
   * the list changes too often for that, the first page and those that show the row.
   */
  readonly reads: "every page" | "changed pages";
  readonly rowsOf: (page: P) => readonly R[];
  readonly withRows: (page: P, rows: R[]) => P;
  readonly fetchPage: FetchPage<P>;
  /** Tells that the list could not be begun anew; its rows stay. */
  readonly onUnread: (error: unknown) => void;
  /** How rows are that the list has no more. `looksOn`: somebody waits to see how they end. */
  readonly readLeft?: (left: ReadonlySet<string>, looksOn: boolean) => Promise<ReadonlyMap<string, Partial<R>>>;
}

/** Of the loaded pages, how many are read again at a time; the others take their turn in the next one. */
const pagesAtOnce = 3;

/**
 * The loaded rows of a list. Rows change in their place and never move under a hand: rows that arrive are counted in `fresh`, those that the
 * list has no more are named in `left`, and both wait until `reload`, which begins the list anew. Of those that left, `gone` names the ones
 * whose row does not say how they are now.
 */
export function useSteadyList<P extends SteadyPage, R extends ListedRow>(list: SteadyList<P, R>) {
  const { options, entry, order, rowsOf, fetchPage, readLeft } = list;
  const { queryKey } = options;
  const client = useQueryClient();
  const query = useInfiniteQuery(options);
  const live = useLiveStatus() === "live";
  const [seen, setSeen] = useState<Seen>({ entry, ...nothing });
  const due = useRef(new Set<number>());
  const changed = useRef(new Set<string>());
  const looksOn = useRef(false);
  const pages = query.data?.pages;
  const changes = seen.entry === entry && !query.isPlaceholderData ? [...seen.pages.values()] : [];
  const left = new Set(changes.flatMap((page) => [...page.left]));
  const fresh = new Set(changes.flatMap((page) => [...page.fresh])).size;
  const gone = seen.entry === entry ? new Set([...left].filter((id) => !seen.known.has(id))) : left;
  const total = pages?.[0]?.total ?? 0;
  const loaded = pages?.flatMap(rowsOf) ?? [];
  // With nothing in the list there is nothing to keep still, unless somebody looks on.
  const empty = total === 0 && !seen.stays && loaded.every(({ id }) => left.has(id));
  const rows: readonly R[] = empty ? [] : loaded;

  const startWith = (page: P) => {
    client.setQueryData<Pages<P>>(queryKey, { pages: [page], pageParams: [undefined] });
    setSeen({ entry, ...nothing });
  };

  const readAgain = useThrottled(async (again) => {
    const data = client.getQueryData<Pages<P>>(queryKey);
    if (data === undefined) return;
    const turn = [...due.current].filter((at) => at < data.pages.length).slice(0, pagesAtOnce);
    for (const at of turn) due.current.delete(at);
    const asked = new Set(changed.current);
    const read = await Promise.all(
      turn.map(async (at) => [at, await fetchPage(data.pageParams[at], { priority: "background" })] as const),
    ).catch(() => undefined);
    const first = client.getQueryData<Pages<P>>(queryKey)?.pages[0];
    if (!first || !data.pages[0] || !read || !sameRows(rowsOf(first), rowsOf(data.pages[0]))) return;
    const top = read.find(([at]) => at === 0)?.[1];
    if (empty && top && rowsOf(top).length > 0) {
      startWith(top);
      return;
    }
    const listed = data.pages.map((page) => ({ rows: rowsOf(page), next: page.next }));
    const found = read.map(([at, page]) => [at, changesOf(listed, at, { rows: rowsOf(page), next: page.next }, order)] as const);
    const untold = found.flatMap(([, page]) => [...page.left]).filter((id) => asked.has(id) || !seen.known.has(id) || looksOn.current);
    for (const id of asked) changed.current.delete(id);
    const others =
      (untold.length > 0 || looksOn.current) && readLeft ? await readLeft(new Set(untold), looksOn.current) : new Map<string, Partial<R>>();
    client.setQueryData<Pages<P>>(queryKey, (now) => now && merged(list, now, new Map(read), others));
    setSeen((before) => {
      const same = before.entry === entry;
      const known = new Set([...(same ? before.known : []), ...others.keys()]);
      return { entry, pages: new Map([...(same ? before.pages : []), ...found]), known, stays: same && before.stays };
    });
    if (due.current.size > 0) again();
  }, 2000);
  const refresh = (about?: ReadonlySet<string>) => {
    const always = list.reads === "every page" ? Number.POSITIVE_INFINITY : about ? 1 : pagesAtOnce;
    pages?.forEach((page, at) => {
      if (at < always || (about && rowsOf(page).some(({ id }) => about.has(id)))) due.current.add(at);
    });
    readAgain();
  };
  useLiveEvents((events) => {
    const about = events.filter(({ topic }) => topic === list.topic).map(({ id }) => id);
    if (about.length === 0) return;
    for (const id of about) changed.current.add(id);
    refresh(about.includes(manyRows) ? undefined : new Set(about));
  });
  const poll = useEffectEvent(refresh);
  useEffect(() => {
    if (live) return undefined;
    const timer = setInterval(() => poll(), 10_000);
    return () => clearInterval(timer);
  }, [live]);

  /** Says whether it was read. */
  const reload = async (): Promise<boolean> => {
    if (empty) notKnown(client.getQueryCache().find({ queryKey }));
    try {
      const page = await fetchPage(undefined, {});
      looksOn.current = false;
      startWith(page);
      return true;
    } catch (error) {
      if (empty) client.setQueryData<Pages<P>>(queryKey, (now) => now);
      list.onUnread(error);
      return false;
    }
  };
  /** Keeps every row where it is until `reload`, also where the list has none of them any more, and reads how they are. */
  const lookOn = () => {
    looksOn.current = true;
    setSeen((before) => ({ ...(before.entry === entry ? before : { entry, ...nothing }), stays: true }));
    refresh();
  };
  return { query, rows, total, fresh, left, gone, reload, lookOn, refresh: () => refresh() };
}

interface Seen {
  readonly entry: string;
  readonly pages: ReadonlyMap<number, ListChanges>;
  /** Rows whose state was read although the list had them no more. */
  readonly known: ReadonlySet<string>;
  readonly stays: boolean;
}

const nothing: Omit<Seen, "entry"> = { pages: new Map(), known: new Set(), stays: false };
/** An event about more rows than it could name. */
const manyRows: LiveEvent["id"] = "*";

/** Whether nothing was read anew meanwhile: values may have changed, places not. */
function sameRows(one: readonly ListedRow[], other: readonly ListedRow[]): boolean {
  return one.length === other.length && one.every(({ id }, at) => other[at]?.id === id);
}

/** Rows in their place as they are now, and the total of the page that was read last. `others`: rows that were read beside the pages. */
function merged<P extends SteadyPage, R extends ListedRow>(
  { rowsOf, withRows }: SteadyList<P, R>,
  data: Pages<P>,
  read: ReadonlyMap<number, P>,
  others: ReadonlyMap<string, Partial<R>>,
): Pages<P> {
  const found = new Map([...read.values()].flatMap(rowsOf).map((row) => [row.id, row]));
  const total = [...read.values()].at(-1)?.total;
  const now = (row: R): R => found.get(row.id) ?? (others.has(row.id) ? { ...row, ...others.get(row.id) } : row);
  const pages = data.pages.map((page) => ({
    ...withRows(page, rowsOf(page).map(now)),
    ...(total === undefined ? {} : { total }),
  }));
  return { ...data, pages };
}
