import { AsyncResource } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { parseExact } from "#contract/exact-json.ts";
import { isoInstant } from "./columns.ts";
import { currentPatience } from "./patience.ts";
import { createPlaces, type Places } from "./places.ts";
import { plannedClient } from "./planned-client.ts";
import { storeFailure } from "./store-failure.ts";
import { createStoreWatch, type StoreWatch } from "./store-watch.ts";

// What others sent is `json`, and its numbers stay as they are written. What the service counts is `jsonb`, also where a query builds it: PostgreSQL
// writes 1e-9 as 0.000000001, which is no number here. For all readers, because drizzle asks no types of a pool.
pg.types.setTypeParser(pg.types.builtins.JSON, parseExact);

/** Rows of plain SQL carry instants in ISO 8601 and whole numbers as numbers, as drizzle's do. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: "text") => {
    if (oid === pg.types.builtins.TIMESTAMPTZ) return isoInstant;
    if (oid === pg.types.builtins.INT8) return Number;
    return pg.types.getTypeParser(oid, format);
  }) as pg.CustomTypesConfig["getTypeParser"],
};

/** What one statement may take, as PostgreSQL says it. */
export const statementTimeout = "30s";
/** The settings of each connection. */
export const sessionOptions = `-c timezone=UTC -c statement_timeout=${statementTimeout} -c idle_in_transaction_session_timeout=60000`;

/** Between two tries of background work to reach a store that is away. */
const tryAgainMs = 250;

/** A store that takes no writes for a while is not connected to again and again. */
const renewedAgainMs = 1_000;

/** How long background work waits for a connection that comes back before it opens one more, in milliseconds. */
const usualSpareMs = 50;

type Taken = Parameters<Parameters<pg.Pool["connect"]>[0]>;

/** A pool in which requests never hold all connections. */
export type StorePool = Pool;

/** A pool whose connections all have the same settings, and in which nobody waits longer than their patience lasts. */
export function createPool(config: pg.PoolConfig, spareMs = usualSpareMs): StorePool {
  const watch = createStoreWatch(config);
  const pool: Pool = new Pool(
    {
      max: 20,
      connectionTimeoutMillis: 10_000,
      ...config,
      Client: plannedClient(watch, () => pool.renew()),
      types,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
      options: sessionOptions,
    },
    watch,
    spareMs,
  );
  // Without listeners a connection that the database ends would end this process: one that lies idle, or one in the middle of a transaction.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/** The limiter of requests tells by this name what it was given. */
class Pool extends pg.Pool {
  readonly places: Places;
  private readonly watch: StoreWatch;
  private readonly spareMs: number;
  /** Who would take one that comes back, in the order of coming. */
  private readonly sparing = new Set<() => void>();
  /** Connections that may lead to a server that is no longer the one to write to. */
  private suspects = new WeakSet<pg.PoolClient>();
  private readonly opened = new Set<pg.PoolClient>();
  private renewed = Number.NEGATIVE_INFINITY;

  constructor(config: pg.PoolConfig, watch: StoreWatch, spareMs: number) {
    super(config);
    this.watch = watch;
    this.spareMs = spareMs;
    this.places = createPlaces(this.options.max, watch);
    this.on("connect", (client) => void this.opened.add(client));
    this.on("remove", (client) => void this.opened.delete(client));
    this.on("release", (_failure: Error, client: pg.PoolClient & { end?(): Promise<void> }) => {
      // The pool lets go of what has ended.
      if (this.suspects.has(client)) client.end?.().catch(() => undefined);
      const [next] = this.sparing;
      next?.();
    });
  }

  /** A connection takes no writes: the name of the store may lead to another server by now. Those of before end after their next use. */
  renew(): void {
    const now = performance.now();
    if (now - this.renewed < renewedAgainMs) return;
    this.renewed = now;
    this.suspects = new WeakSet(this.opened);
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: (...taken: Taken) => void): void;
  override connect(callback?: (...taken: Taken) => void): Promise<pg.PoolClient> | void {
    const taken = currentPatience().request ? this.take() : this.takeInTheEnd();
    if (!callback) return taken;
    // The statement that the callback sends is still the work of whoever called, not of whoever made the connection free. Not by `bind`, whose
    // functions have getters: what those see, the answer included, would stay in memory until the next full collection of garbage.
    const caller = new AsyncResource("store connection");
    const call = (...given: Taken) => caller.runInAsyncScope(callback, undefined, ...given);
    taken.then(
      (client) => call(undefined, client, client.release),
      (error: Error) => call(error, undefined, () => undefined),
    );
  }

  /** A connection with a place for a request, which both last until it goes back. */
  private async take(): Promise<pg.PoolClient> {
    const refusal = this.watch.refusal();
    if (refusal) throw refusal;
    const { uncounted, about } = currentPatience();
    if (uncounted) return this.takeInTime();
    if (!this.places.take()) await this.places.wait();
    let held = true;
    const leave = () => {
      if (held) this.places.leave(about);
      held = false;
    };
    try {
      const client = await this.takeInTime();
      const release = client.release.bind(client);
      client.release = (error) => {
        try {
          release(error);
        } finally {
          leave();
        }
      };
      return client;
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** A connection within the patience of whoever runs. One that comes later goes back. */
  private takeInTime(): Promise<pg.PoolClient> {
    return new Promise((resolve, reject) => {
      let over = false;
      const end = this.watch.wait((error) => {
        over = true;
        reject(error);
      });
      super.connect().then(
        (client) => {
          end();
          if (over) client.release();
          else resolve(client);
        },
        (error: Error) => {
          end();
          if (storeFailure(error)) void this.watch.suspect();
          reject(error);
        },
      );
    });
  }

  /** Work that nobody waits for goes on where it was once the store is back, as long as its patience lasts. */
  private async takeInTheEnd(): Promise<pg.PoolClient> {
    const until = performance.now() + currentPatience().left;
    for (;;) {
      try {
        await this.spare();
        return await super.connect();
      } catch (error) {
        if (!storeFailure(error)) throw error;
        // All who wait share one question.
        do {
          if (this.ending || performance.now() > until) throw error;
          await sleep(tryAgainMs);
        } while (!(await this.watch.suspect()));
      }
    }
  }

  /**
   * Comes back when a connection is free, or has not become so for a moment. Each keeps 8 MB and plans what it runs once more, while most of what
   * background work asks is answered within a millisecond: what comes due together, as after a pause of this thread, shares a few.
   */
  private spare(): Promise<void> | void {
    if (this.totalCount === 0 || this.totalCount >= this.options.max || this.idleCount > this.waitingCount) return;
    return new Promise((resolve) => {
      const goOn = () => {
        clearTimeout(timer);
        this.sparing.delete(goOn);
        resolve();
      };
      const timer = setTimeout(goOn, this.spareMs);
      this.sparing.add(goOn);
    });
  }
}
