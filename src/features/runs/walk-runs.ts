import { patiently } from "#api/patiently.ts";
import type { RunRow } from "#contract/runs/run.ts";
import { fetchRunPage, type RunScope } from "./queries.ts";

/** Every run of a list, newest pages first, one page after the other behind the requests of people. Stops at `most`. */
export async function* walkRuns(scope: RunScope, most: number, signal: AbortSignal): AsyncGenerator<{ rows: RunRow[]; total: number }> {
  let after: string | undefined;
  for (let read = 0; read < most;) {
    const page = await patiently(() => fetchRunPage(scope, after, { priority: "background", signal }), { signal, again: 5 });
    const rows = page.data.slice(0, most - read);
    read += rows.length;
    yield { rows, total: page.total };
    if (page.next === null || page.data.length === 0) return;
    after = page.next;
  }
}
