import { setTimeout as sleep } from "node:timers/promises";
import type { EngineServices } from "./services.ts";

/** A worker that has not prolonged its lease for this long is taken for dead. */
export const leaseSeconds = 15;
const beatMs = 4_000;
const pollMs = 500;
/** Between two looks at the table: what becomes due in so short a time is taken together, and one look costs as much as the work on a small row. */
const restMs = 8;

/** What is worked on under a lease: the row's id and the number that fences earlier workers. */
export interface Leased {
  readonly id: string;
  readonly lease: number;
}

/** A table whose rows are their own queue entries. */
export interface LeaseQueue<Row extends Leased> {
  /** Rows in work at the same time in one process; most of them wait for a model. */
  readonly capacity: number;
  /** Takes at most so many due rows. */
  claim(limit: number): Promise<Row[]>;
  /** Takes a row as far as it goes; never rejects. */
  work(row: Row, signal: AbortSignal): Promise<void>;
  /** Prolongs the leases that still hold, and returns them. */
  prolong(held: readonly Leased[]): Promise<Leased[]>;
  /** Hands over at a clean stop: whoever comes next need not wait for leases to run out. */
  release(held: readonly Leased[]): Promise<void>;
}

export interface LeaseLoop {
  /** Something may be due: looks at once. */
  wake(): void;
  /** Ends the work on a row in this process, if it is here. */
  abort(id: string): void;
  readonly held: () => number;
  close(): Promise<void>;
}

/**
 * Works on due rows. `for update skip locked` gives each to one worker, the lease fences a worker that was given up, and a dead worker's
 * rows are found by the lease running out.
 */
export function createLeaseLoop<Row extends Leased>(
  queue: LeaseQueue<Row>,
  { log, describe }: Pick<EngineServices, "log"> & { describe(error: unknown): string },
): LeaseLoop {
  const held = new Map<string, { abort: AbortController; done: Promise<void>; row: Row }>();
  let claiming: Promise<void> | undefined;
  let again = false;
  let closed = false;
  /** Whether due rows may have been left because this process had its hands full. */
  let full = false;
  let looked = -restMs;

  function wake(): void {
    if (closed) return;
    again = true;
    claiming ??= (async () => {
      while (again && !closed && held.size < queue.capacity) {
        const rest = looked + restMs - performance.now();
        if (rest > 0) await sleep(rest);
        looked = performance.now();
        again = false;
        const limit = Math.min(16, queue.capacity - held.size);
        const claimed = await queue.claim(limit);
        for (const row of claimed) begin(row);
        if (claimed.length === limit) again = true;
      }
      full = again;
    })()
      .catch((error: unknown) => log.warn({ error: describe(error) }, "could not look for due work"))
      .finally(() => {
        claiming = undefined;
        // Woken after the last look and before this.
        if (again && held.size < queue.capacity) wake();
      });
  }

  function begin(row: Row): void {
    // A row that comes back while its former work still winds down in this process: the former one has lost the lease.
    held.get(row.id)?.abort.abort();
    const abort = new AbortController();
    const entry = { abort, row, done: Promise.resolve() };
    held.set(row.id, entry);
    entry.done = queue.work(row, abort.signal).finally(() => {
      if (held.get(row.id) === entry) held.delete(row.id);
      if (full) wake();
    });
  }

  async function beat(): Promise<void> {
    if (held.size === 0) return;
    const entries = [...held.values()];
    const kept = await queue.prolong(entries.map((e) => e.row));
    const alive = new Set(kept.map((k) => `${k.id}:${k.lease}`));
    for (const { row, abort } of entries) if (!alive.has(`${row.id}:${row.lease}`)) abort.abort();
  }

  const poll = setInterval(wake, pollMs);
  const heart = setInterval(
    () => void beat().catch((error: unknown) => log.warn({ error: describe(error) }, "could not prolong leases")),
    beatMs,
  );
  return {
    wake,
    abort: (id) => held.get(id)?.abort.abort(),
    held: () => held.size,
    async close() {
      closed = true;
      clearInterval(poll);
      clearInterval(heart);
      await claiming;
      const working = [...held.values()];
      for (const { abort } of working) abort.abort();
      await Promise.all(working.map((w) => w.done));
      if (working.length > 0) await queue.release(working.map((w) => w.row)).catch(() => undefined);
    },
  };
}
