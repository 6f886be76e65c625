import { setTimeout as sleep } from "node:timers/promises";
import type { SQL } from "drizzle-orm";
import type { Liveness } from "./liveness.ts";
import type { EngineServices } from "#server/engine/services.ts";

const lookMs = 4_000;
/** Until what failed is tried again. */
const againMs = 500;
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
  /** When rows are due, those of dead workers included, and when any worker holds some. As for `Looks`. */
  readonly due: SQL;
  readonly held: SQL;
  /** Takes at most so many due rows for a worker, which has these in work; with `dead` those of dead workers too. */
  claim(limit: number, workerId: string, held: readonly Row[], dead: boolean): Promise<Row[]>;
  /** Takes a row as far as it goes; never rejects. */
  work(row: Row, signal: AbortSignal): Promise<void>;
  /** What the store says that a worker holds. */
  heldBy(workerId: string): Promise<Leased[]>;
  /** Makes rows due that a worker holds. */
  release(workerId: string, held: readonly Leased[]): Promise<void>;
  /** The claims of these do not count: the store was away, or with `told` the process was told to end. */
  excuse?(held: readonly Leased[], told: boolean): Promise<void>;
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
 * Works on due rows. `for update skip locked` gives each to one worker, the lease fences a worker that was given up, and the rows of a dead
 * worker are found by its id.
 */
export function createLeaseLoop<Row extends Leased>(
  queue: LeaseQueue<Row>,
  { log, looks, liveness, describe }: Pick<EngineServices, "log" | "looks"> & { liveness: Liveness; describe(error: unknown): string },
): LeaseLoop {
  const held = new Map<string, { abort: AbortController; done: Promise<void>; row: Row }>();
  let claiming: Promise<void> | undefined;
  let again = false;
  /** Nobody says that a worker died: its rows are looked for from time to time. */
  let deadDue = true;
  let lookDue = false;
  let someHeld = false;
  let closed = false;
  /** Whether due rows may have been left because this process had its hands full. */
  let full = false;
  let looked = -restMs;
  /** What was held when others could take this process for dead. */
  let lost: readonly Leased[] = [];

  function wake(): void {
    if (closed) return;
    again = true;
    claiming ??= (async () => {
      for (let worker = liveness.workerId(); worker && !closed; worker = liveness.workerId()) {
        if (lost.length > 0) await excuseLost();
        else if (lookDue) await look(worker);
        else if (again && held.size < queue.capacity) await take(worker);
        else break;
      }
      full = again;
    })()
      .catch((error: unknown) => log.warn({ error: describe(error) }, "could not look for due work"))
      .finally(() => {
        claiming = undefined;
        // Woken after the last look and before this.
        if (again && held.size < queue.capacity && liveness.workerId()) wake();
      });
  }

  async function excuseLost(): Promise<void> {
    await queue.excuse?.(lost, false);
    lost = [];
  }

  async function take(worker: string): Promise<void> {
    const rest = looked + restMs - performance.now();
    if (rest > 0) await sleep(rest);
    looked = performance.now();
    again = false;
    const dead = deadDue;
    deadDue = false;
    const limit = Math.min(16, queue.capacity - held.size);
    const claimed = await queue.claim(
      limit,
      worker,
      [...held.values()].map(({ row }) => row),
      dead,
    );
    if (claimed.length === limit) {
      again = true;
      deadDue ||= dead;
    }
    // Taken for a worker that was given up meanwhile: whoever finds that it is dead takes them.
    if (liveness.workerId() === worker) for (const row of claimed) begin(row);
  }

  const rowsHeld = (): Leased[] => [...held.values()].map(({ row: { id, lease } }) => ({ id, lease }));

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

  /**
   * Compares what is worked on with what the store says: work that was taken away or stopped ends, and a row that nobody works on, because
   * the answer to its claim was lost or its end could not be written, becomes due. Never while a claim is under way.
   */
  async function look(worker: string): Promise<void> {
    lookDue = false;
    const entries = [...held.values()];
    const ours = new Set(entries.map(({ row }) => nameOf(row)));
    const stored = await queue.heldBy(worker);
    const still = new Set(stored.map(nameOf));
    for (const { row, abort } of entries) if (!still.has(nameOf(row))) abort.abort();
    const strays = stored.filter((row) => !ours.has(nameOf(row)));
    if (strays.length === 0) return;
    log.warn({ ids: strays.map(({ id }) => id) }, "these were held and not worked on; they become due");
    await queue.release(worker, strays);
    again = true;
  }

  const unfollow = looks.follow(queue.due, () => {
    deadDue = true;
    wake();
  });
  const unfollowHeld = looks.follow(queue.held, () => void (someHeld = true));
  const trying = setInterval(() => {
    if (lookDue || lost.length > 0) wake();
  }, againMs);
  const looking = setInterval(() => {
    if (!someHeld && held.size === 0) return;
    someHeld = false;
    lookDue = true;
    wake();
  }, lookMs);
  liveness.onLost(() => {
    lost = [...lost, ...rowsHeld()];
    for (const { abort } of held.values()) abort.abort();
  });
  liveness.onRegained(() => {
    lookDue = true;
    wake();
  });
  return {
    wake,
    abort: (id) => held.get(id)?.abort.abort(),
    held: () => held.size,
    async close() {
      closed = true;
      unfollow();
      unfollowHeld();
      clearInterval(trying);
      clearInterval(looking);
      await claiming;
      const working = [...held.values()];
      const ours = rowsHeld();
      for (const { abort } of working) abort.abort();
      await Promise.all(working.map((w) => w.done));
      // What could not be noted counts: it is a start more, and no wrong answer.
      if (ours.length > 0) await queue.excuse?.(ours, true).catch(() => undefined);
    },
  };
}

const nameOf = ({ id, lease }: Leased) => `${id}:${lease}`;
