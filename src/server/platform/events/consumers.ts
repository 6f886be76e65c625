import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { FastifyBaseLogger } from "fastify";
import type { EventData, EventType } from "#contract/event.ts";
import type { Db, Store } from "#server/platform/db/open.ts";
import { whileWatching } from "#server/platform/db/patience.ts";
import { askedRarely } from "#server/platform/http/asked-rarely.ts";
import { type Metrics, type Sample, figure } from "#server/platform/metrics/metrics.ts";
import type { Looks } from "#server/platform/work/looks.ts";
import { type WakeLoop, createWakeLoop } from "#server/platform/work/wake-loop.ts";
import { type Lag, type Position, type Stored, isBehind, lagOf, moveCursor, readOn, startCursor } from "./cursors.store.ts";

/** As a consumer gets it. */
export type RecordedEvent<T extends EventType> = { [K in T]: Stored & { readonly type: K; readonly data: EventData<K> } }[T];

/** What follows from events. An area names the types; each event comes once, in the order of the transactions. */
export interface Consumer<T extends EventType = EventType> {
  /** Keeps its place in the store: never renamed. */
  readonly name: string;
  readonly on: readonly T[];
  /** Milliseconds between two looks, where nobody waits for what follows: a portion of many costs little more than one of few. */
  readonly restMs?: number;
  /** So many events at a time, where a thousand of the same come to little more than one. */
  readonly portion?: number;
  /** Writes what follows in the transaction that counts the events as read: both happen, or neither. */
  handle(tx: Db, events: readonly RecordedEvent<T>[]): Promise<void>;
  /** Called after that commit. */
  handled?(): void;
}

export interface Consumers {
  /** Call after a commit that may have recorded something: looks at once, and four times a second at most. */
  wake(): void;
  /** How far each consumer is behind, and whether its last portion failed in this process. Rejects without an answer of the store. */
  lag(): Promise<readonly ConsumerLag[]>;
  /** The same as figures; without an answer they are left out. */
  samples(): Promise<Sample[]>;
  close(): Promise<void>;
}

export type ConsumerLag = Lag & { readonly failing: boolean };

interface Needs {
  readonly store: Pick<Store, "db" | "pool">;
  readonly log: Pick<FastifyBaseLogger, "warn">;
  readonly metrics: Pick<Metrics, "count">;
  readonly looks: Looks;
  readonly paused?: () => boolean;
}

const consumed = figure("caseload_events_consumed_total", "Events that a consumer is done with.", "consumer");
const failed = figure(
  "caseload_events_failed_total",
  "Portions of events that a consumer could not handle, and that are tried again.",
  "consumer",
);

const waitingEvents = figure("caseload_events_waiting", "Events that a consumer has not read yet.", "consumer");
const oldestSeconds = figure("caseload_events_oldest_seconds", "Seconds since the oldest of them.", "consumer");
const failing = figure("caseload_events_failing", "1 when the last portion of a consumer failed in this process.", "consumer");

/** Scrapes of several readers share an answer. */
const sampleMs = 2_000;
/**
 * After a look that found everything: whatever is told wakes, so under load one look takes the events of many. Most of what a look costs it costs
 * for one event as for a hundred.
 */
const restMs = 250;
/** Between two looks at events that wait for a transaction which began before theirs: the first, and those that come after a long wait. */
const [shortestRestMs, longestRestMs] = [5, 200];
const usualPortion = 500;

/** Types are checked where a consumer is written; a list of several has no common one. */
export function consumer<T extends EventType>(spec: Consumer<T>): Consumer {
  return spec;
}

/** Reads events for each consumer. Any number of processes may do so at once. `longestMs`: no consumer rests longer after a look. */
export async function createConsumers(needs: Needs, consumers: readonly Consumer[], longestMs = Infinity): Promise<Consumers> {
  for (const { name } of consumers) await startCursor(needs.store.pool, name);
  const readers = consumers.map((each) => createReader(needs, each, longestMs));
  const wake = () => readers.forEach((reader) => reader.wake());
  // Answered also while requests take all the room that they have.
  const lag = askedRarely(
    sampleMs,
    () => new Date(),
    async () => {
      const rows = await whileWatching(() => lagOf(needs.store.pool, consumers));
      return rows.map((row) => ({ ...row, failing: readers.some(({ name, fails }) => name === row.consumer && fails()) }));
    },
  );
  return {
    wake,
    lag,
    samples: async () => (await lag().catch(() => [])).flatMap(samplesOf),
    async close() {
      await Promise.all(readers.map((reader) => reader.close()));
    },
  };
}

function samplesOf({ waiting, oldest_seconds, failing: fails, ...of }: ConsumerLag): Sample[] {
  const labels = { consumer: of.consumer };
  return [
    { figure: waitingEvents, labels, value: waiting },
    { figure: oldestSeconds, labels, value: oldest_seconds },
    { figure: failing, labels, value: Number(fails) },
  ];
}

interface Reader extends WakeLoop {
  readonly name: string;
  fails(): boolean;
}

function createReader(
  needs: Needs,
  { name, on, restMs: own, portion = usualPortion, handle, handled }: Consumer,
  longestMs: number,
): Reader {
  const { store, metrics } = needs;
  const closing = new AbortController();
  /** After a failure one event at a time: those before the one that fails get through. */
  let limit = portion;
  let fails = false;
  let rest = shortestRestMs;

  /** `more`: there is something to be read at once; `waiting`: there will be, once an open transaction has ended. */
  async function look(): Promise<{ more: boolean; waiting: boolean }> {
    const { from, to, events, more, waiting } = await readOn(store.pool, name, on, limit);
    if (!to) return { more: false, waiting };
    if (!(await take(from, to, events))) return { more: true, waiting };
    limit = Math.min(portion, limit * 2);
    if (events.length === 0) return { more, waiting };
    metrics.count(consumed, { consumer: name }, events.length);
    handled?.();
    return { more, waiting };
  }
  /** The cursor moves first, and only from where it was read: whoever comes second waits for the first, and then has nothing to do. */
  async function take(from: Position, to: Position, events: readonly Stored[]): Promise<boolean> {
    return store.db.transaction(async (tx) => {
      if (!(await moveCursor(tx, name, from, to))) return false;
      if (events.length === 0) return true;
      // Who waits for a lock holds a connection that others need, and comes again. Portions are alike: no statement is planned for one of them.
      await tx.execute(sql`set local lock_timeout = '1s'; set local plan_cache_mode = force_generic_plan`);
      await handle(tx, events as readonly RecordedEvent<EventType>[]);
      return true;
    });
  }
  /** What a steady flow of transactions holds up a little is taken together. */
  async function takeRest(waiting: boolean): Promise<void> {
    const ms = own ?? (waiting ? rest : restMs);
    rest = waiting ? Math.min(longestRestMs, rest * 2) : shortestRestMs;
    await sleep(Math.min(ms, longestMs), undefined, { signal: closing.signal }).catch(() => undefined);
  }
  const loop = createWakeLoop(needs, {
    name: `events for ${name}`,
    due: isBehind(name),
    async round() {
      const { more, waiting } = await look().catch(async (error: unknown) => {
        limit = 1;
        fails = true;
        metrics.count(failed, { consumer: name });
        await takeRest(false);
        throw error;
      });
      fails = false;
      if (!more) await takeRest(waiting);
      return more || waiting;
    },
  });
  return {
    name,
    wake: loop.wake,
    fails: () => fails,
    async close() {
      closing.abort();
      await loop.close();
    },
  };
}
