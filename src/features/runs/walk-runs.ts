import type { RunRow } from "#contract/runs/runs.ts";
import { problemOf } from "#ui/problem.ts";
import { fetchRunPage, type RunPage, type RunScope } from "./queries.ts";

/** Every run of a list, newest pages first, one page after the other behind the requests of people. Stops at `most`. */
export async function* walkRuns(scope: RunScope, most: number, signal: AbortSignal): AsyncGenerator<{ rows: RunRow[]; total: number }> {
  let after: string | undefined;
  for (let read = 0; read < most;) {
    const page = await patiently(() => fetchRunPage(scope, after, { priority: "background", signal }), signal);
    const rows = page.data.slice(0, most - read);
    read += rows.length;
    yield { rows, total: page.total };
    if (page.next === null || page.data.length === 0) return;
    after = page.next;
  }
}

async function patiently(ask: () => Promise<RunPage>, signal: AbortSignal): Promise<RunPage> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      const { status, retryAfter } = problemOf(error);
      if (signal.aborted || tries >= 5 || !(status === 429 || status === 0 || status >= 500)) throw error;
      await new Promise((wake) => setTimeout(wake, (retryAfter ?? 2 ** tries) * 1000));
      signal.throwIfAborted();
    }
  }
}
