import { type InfiniteData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { call } from "#api/client.ts";
import { useLiveEvents, useLiveStatus } from "#api/live.ts";
import { getRunDetails } from "#contract/runs/runs.ts";
import { fetchRunPage, type ListedRun, type RunPage, runPages, type RunScope } from "./queries.ts";
import { useThrottled } from "#ui/use-throttled.ts";

/** Rows outside of the newest page that are looked at one by one in a refresh; the others wait for the next. */
const singleReads = 40;

/**
 * The loaded rows of a list. Rows change in their place; runs that arrive are counted in `fresh` and wait until `showFresh`. A refresh costs one
 * request as long as what changed is among the newest.
 */
export function useRunRows(scope: RunScope, entry: string) {
  const client = useQueryClient();
  const options = runPages(scope, entry);
  const query = useInfiniteQuery(options);
  const live = useLiveStatus() === "live";
  const changed = useRef(new Set<string>());
  const [head, setHead] = useState<{ entry: string; page: RunPage } | null>(null);

  const rows = query.data?.pages.flatMap((page) => page.data) ?? [];
  const loaded = new Set(rows.map((row) => row.id));
  const fresh = head?.entry === entry && !query.isPlaceholderData ? head.page.data.filter((row) => !loaded.has(row.id)).length : 0;

  const refresh = useThrottled(async () => {
    if (client.getQueryState(options.queryKey)?.data === undefined) return;
    const asked = [...changed.current];
    changed.current.clear();
    const page = await fetchRunPage(scope, undefined, { priority: "background" }).catch(() => undefined);
    if (!page) return;
    const found = new Map<string, Partial<ListedRun>>(page.data.map((row) => [row.id, row]));
    const apart = asked.filter((id) => loaded.has(id) && !found.has(id));
    for (const id of apart.splice(singleReads)) changed.current.add(id);
    await Promise.all(apart.map(async (id) => found.set(id, await readStatus(id))));
    client.setQueryData<InfiniteData<RunPage, string | undefined>>(options.queryKey, (data) => data && merged(data, found, page.total));
    setHead({ entry, page });
  }, 2000);

  useLiveEvents((events) => {
    const runs = events.filter((event) => event.topic === "run");
    for (const event of runs) changed.current.add(event.id);
    if (runs.length > 0) refresh();
  });
  const poll = useEffectEvent(() => refresh());
  useEffect(() => {
    if (live) return undefined;
    const timer = setInterval(() => poll(), 10_000);
    return () => clearInterval(timer);
  }, [live]);

  const showFresh = () => {
    if (!head) return;
    client.setQueryData<InfiniteData<RunPage, string | undefined>>(options.queryKey, { pages: [head.page], pageParams: [undefined] });
    setHead(null);
  };
  return { query, rows, total: query.data?.pages[0]?.total ?? 0, fresh, showFresh, refresh };
}

/** What of a row can change; nothing when the run cannot be read any more. */
async function readStatus(id: string): Promise<Partial<ListedRun>> {
  try {
    const { run } = await call(getRunDetails, { params: { run_id: id } }, { priority: "background" });
    const { status, title, started_at, completed_at, updated_at, wait } = run;
    return { status, title, started_at, completed_at, updated_at, wait };
  } catch {
    return {};
  }
}

function merged(
  data: InfiniteData<RunPage, string | undefined>,
  found: ReadonlyMap<string, Partial<ListedRun>>,
  total: number,
): InfiniteData<RunPage, string | undefined> {
  const pages = data.pages.map((page) => ({
    ...page,
    total,
    data: page.data.map((row) => (found.has(row.id) ? { ...row, ...found.get(row.id) } : row)),
  }));
  return { ...data, pages };
}
