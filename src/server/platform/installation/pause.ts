import { setTimeout as sleep } from "node:timers/promises";
import type { Store } from "#server/platform/db/open.ts";
import { inBackground } from "#server/platform/db/patience.ts";

const lookMs = 1_000;

/** Whether nothing is done in the background: no run, schedule, trigger, mail, webhook or sweep. Requests are answered. */
export interface Pause {
  readonly on: () => boolean;
  /** Comes back when it ends, at once where there is none. */
  readonly over: Promise<void>;
  close(): void;
}

/** Follows a pause until a start ends it, here or in another process. None begins meanwhile: a start begins one, before anything is done. */
export function followPause({ pool }: Pick<Store, "pool">, pausedAt: string | null): Pause {
  const closing = new AbortController();
  let on = pausedAt !== null;
  async function follow(): Promise<void> {
    while (on) {
      await sleep(lookMs, undefined, { signal: closing.signal, ref: false });
      // A store that does not answer is asked again.
      on = await pool.query("select from installation where paused_at is null").then(
        ({ rowCount }) => rowCount === 0,
        () => true,
      );
    }
  }
  const over = inBackground(() => follow());
  // Closed before it ended: nothing begins any more.
  const ended = over.catch(() => new Promise<never>(() => undefined));
  return { on: () => on, over: ended, close: () => closing.abort() };
}
