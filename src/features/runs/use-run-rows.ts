import { call } from "#api/client.ts";
import { useSteadyList } from "#api/use-steady-list.ts";
import { getRunDetails } from "#contract/runs/runs.ts";
import { fetchRunPage, type ListedRun, type RunPage, runPages, type RunScope } from "./queries.ts";
import { tellUnread } from "#ui/fresh-chip.tsx";

/** Rows that left the list are looked at one by one; the others stay as they were until the list is begun anew. */
const singleReads = 40;

/** The loaded runs of a list, each in its place. */
export function useRunRows(scope: RunScope, entry: string) {
  return useSteadyList<RunPage, ListedRun>({
    options: runPages(scope, entry),
    entry,
    order: scope.filters.order ?? "desc",
    topic: "run",
    reads: "changed pages",
    rowsOf: (page) => page.data,
    withRows: (page, data) => ({ ...page, data }),
    onUnread: tellUnread,
    fetchPage: (after, options) => fetchRunPage(scope, after, options),
    readLeft: async (left) => {
      const read = await Promise.all([...left].slice(0, singleReads).map(async (id) => [id, await readStatus(id)] as const));
      return new Map(read.flatMap(([id, now]) => (now ? [[id, now]] : [])));
    },
  });
}

/** What of a row can change; undefined when the run cannot be read any more. */
async function readStatus(id: string): Promise<Partial<ListedRun> | undefined> {
  try {
    const { run } = await call(getRunDetails, { params: { run_id: id } }, { priority: "background" });
    const { status, title, started_at, completed_at, updated_at, wait } = run;
    return { status, title, started_at, completed_at, updated_at, wait };
  } catch {
    return undefined;
  }
}
