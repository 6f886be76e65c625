import type { LiveEvent } from "#contract/runs/live.ts";
import { isForRecipient, liveTopics } from "#contract/topics.ts";
import type { Store } from "#server/platform/db/open.ts";
import { ownConnection } from "#server/platform/db/own-connection.ts";
import { inBackground } from "#server/platform/db/patience.ts";
import { createPulse } from "#server/platform/db/pulse.ts";
import { type Change, RecentChanges } from "./recent.ts";

export type Listener = (event: LiveEvent, change: Change) => void;

export interface LiveBus {
  publish(change: Change): void;
  /**
   * Returns the function that ends the subscription. With `sinceMs` the listener hears first what the team was told in these milliseconds, or
   * that anything may have changed where they are more than is remembered. What is for one person alone, only `userId` hears.
   */
  subscribe(teamId: string, listener: Listener, sinceMs?: number, userId?: string): () => void;
  /** Something was committed that no window shows, and that those who read events wait for. */
  recorded(): void;
  /** Calls back when something was told or recorded here: whatever it is about is committed. */
  onPublish(listener: () => void): void;
  /** Calls back when a run was stopped, here or in another process. */
  onStop(listener: (runId: string) => void): void;
  publishStop(runId: string): void;
  /** Whether changes in other processes do not arrive here at the moment. */
  deaf(): boolean;
  close(): Promise<void>;
}

const channel = "caseload_live";
const pulseMs = 5_000;
/** While the store is away, however long: people see nothing of what others do until it is heard again. */
const longestRestMs = 250;

type Wire = { from: string; changes: Change[]; stops: string[] };

/**
 * Spreads changes inside this process at once and, where several processes share a PostgreSQL, to the others in batches of 100 ms.
 * Losing a batch costs freshness only: screens fetch the truth over HTTP, and a worker notices a stop by its lease.
 */
export async function createLiveBus(store: Store, processId: string): Promise<LiveBus> {
  const teams = new Map<string, Set<Listener>>();
  const people = new Map<string, Set<Listener>>();
  const publishListeners = new Set<() => void>();
  const stopListeners = new Set<(runId: string) => void>();
  let version = Date.now();
  let outbox: Wire = { from: processId, changes: [], stops: [] };
  let timer: NodeJS.Timeout | undefined;
  const recent = new RecentChanges(performance.now());

  function deliver(change: Change): void {
    const event: LiveEvent = { topic: change.topic, id: change.id, version: ++version };
    recent.add(event, change, performance.now());
    for (const listener of listenersTo(change)) listener(event, change);
  }
  function listenersTo({ topic, teamId, userId }: Change): Iterable<Listener> {
    return (isForRecipient(topic) ? people.get(userId ?? "") : teams.get(teamId)) ?? [];
  }
  function flush(): void {
    timer = undefined;
    const wire = outbox;
    outbox = { from: processId, changes: [], stops: [] };
    // A notification carries at most 8,000 bytes.
    for (let i = 0; i < Math.max(wire.changes.length, wire.stops.length); i += 30) {
      const part = JSON.stringify({ from: processId, changes: wire.changes.slice(i, i + 30), stops: wire.stops.slice(i, i + 30) });
      store.pool.query("select pg_notify($1, $2)", [channel, part]).catch(() => undefined);
    }
  }
  function enqueue(add: (wire: Wire) => void): void {
    if (store.embedded) return;
    add(outbox);
    timer ??= setTimeout(flush, 100);
  }

  /** No request waits for what the listeners do then. */
  function wake(): void {
    inBackground(() => {
      for (const listener of publishListeners) listener();
    });
  }

  function receive(wire: Wire): void {
    if (wire.from === processId) return;
    for (const change of wire.changes) deliver(change);
    for (const run of wire.stops) for (const listener of stopListeners) listener(run);
  }
  /** Anything may have changed: every screen fetches what it shows. */
  function tellAll(): void {
    recent.missed(performance.now());
    for (const teamId of teams.keys()) for (const topic of teamTopics()) deliver({ teamId, topic, id: "*" });
    for (const userId of people.keys()) for (const topic of ownTopics()) deliver({ teamId: "", topic, id: "*", userId });
  }
  function tellSince(teamId: string, listener: Listener, ms: number, userId: string | undefined): void {
    const told = recent.since(teamId, ms, performance.now(), userId);
    if (told) for (const { event, change } of told) listener(event, change);
    else
      for (const topic of userId === undefined ? teamTopics() : liveTopics())
        listener({ topic, id: "*", version: ++version }, { teamId, topic, id: "*" });
  }

  const relay = store.embedded ? undefined : await listen(store, receive, tellAll);

  return {
    publish(change) {
      deliver(change);
      enqueue((wire) => wire.changes.push(change));
      wake();
    },
    publishStop(runId) {
      for (const listener of stopListeners) listener(runId);
      enqueue((wire) => wire.stops.push(runId));
    },
    subscribe(teamId, listener, sinceMs, userId) {
      if (sinceMs !== undefined) tellSince(teamId, listener, sinceMs, userId);
      const leave = [join(teams, teamId, listener), ...(userId === undefined ? [] : [join(people, userId, listener)])];
      return () => {
        for (const each of leave) each();
      };
    },
    recorded: wake,
    onPublish: (listener) => void publishListeners.add(listener),
    onStop: (listener) => void stopListeners.add(listener),
    deaf: () => relay?.deaf() ?? false,
    async close() {
      clearTimeout(timer);
      await relay?.close();
    },
  };
}

const teamTopics = () => liveTopics().filter((topic) => !isForRecipient(topic));
const ownTopics = () => liveTopics().filter(isForRecipient);

/** Returns what takes the listener out again. */
function join(listening: Map<string, Set<Listener>>, to: string, listener: Listener): () => void {
  const listeners = listening.get(to) ?? new Set();
  listening.set(to, listeners.add(listener));
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) listening.delete(to);
  };
}

interface Relay {
  deaf(): boolean;
  close(): Promise<void>;
}

/** Listens on a connection of its own, and connects again when that breaks. What was said meanwhile is lost: `missed` says so. */
async function listen(store: Store, receive: (wire: Wire) => void, missed: () => void): Promise<Relay> {
  let deaf = false;
  const connection = ownConnection(store.pool, {
    async opened(client) {
      client.on("notification", (message) => {
        if (message.channel === channel && message.payload) receive(JSON.parse(message.payload) as Wire);
      });
      await client.query(`listen ${channel}`);
      if (deaf) missed();
      deaf = false;
    },
    ended() {
      deaf = true;
      pulse.now();
    },
  });
  const ask = () => connection.query("select 1");
  const failed = (error: unknown) => {
    deaf = true;
    throw error;
  };
  // A connection that the network forgot says nothing by itself.
  const pulse = createPulse(pulseMs, () => ask().catch(failed), { longestRestMs });
  await ask();
  return {
    deaf: () => deaf,
    async close() {
      await pulse.close();
      await connection.close();
    },
  };
}
