import pg from "pg";
import { currentPatience, type Patience } from "./patience.ts";
import { StoreAway, StoreBusy, storeFailure } from "./store-failure.ts";

const tickMs = 50;
/** A request's wait that makes us ask whether the store is there at all. */
const askAfterMs = 200;
/**
 * A store that says nothing for so long on a connection of its own is away. Counted in turns that we get: where we ourselves wait for the
 * processor, the store may do so too.
 */
const silenceMs = 1_400;
const askAgainMs = 250;

interface Wait {
  readonly since: number;
  readonly patience: Patience;
  readonly cut: (error: StoreAway | StoreBusy) => void;
  /** For a place among the requests in work. */
  readonly forPlace: boolean;
}

/** The time in which requests wait: what one of them waits for at once passes once. */
function createMeter() {
  const waiting = new WeakMap<Patience, { waits: number; readonly since: number }>();
  return {
    begin(patience: Patience, now: number): void {
      const own = waiting.get(patience);
      if (own) own.waits += 1;
      else waiting.set(patience, { waits: 1, since: now });
    },
    lasted: (patience: Patience, now: number): number => now - (waiting.get(patience)?.since ?? now),
    /** What it waited, at the end of the last of the waits that were under way together; 0 before. */
    end(patience: Patience, now: number): number {
      const own = waiting.get(patience);
      if (!own) return 0;
      own.waits -= 1;
      if (own.waits > 0) return 0;
      waiting.delete(patience);
      return now - own.since;
    },
  };
}

/** Of all pools: the statements of one request may go to several. */
const meters = { all: createMeter(), places: createMeter() };

export interface StoreWatch {
  /** Notes that somebody waits. Returns the function that ends the wait; `cut` is called instead when it has lasted too long. */
  wait(cut: (error: StoreAway | StoreBusy) => void, forPlace?: boolean): () => void;
  /** Notes an answer of the store. One that comes while a further connection is waited for shows that the store is there, only busy. */
  heard(): void;
  /** The failure that a request gets at once while the store is away. */
  refusal(): StoreAway | undefined;
  /** A connection failed: asks whether the store is there. Comes back with the answer. */
  suspect(): Promise<boolean>;
}

/**
 * Knows whether the store answers. A statement may take long because it has much to do, or because nobody works on it; only a second connection
 * tells the two apart. So whoever waits makes us ask there, and as soon as that stays silent every waiting request ends and the next ones are
 * refused, until an answer comes.
 */
export function createStoreWatch(config: pg.ClientConfig): StoreWatch {
  const waits = new Set<Wait>();
  let away = false;
  let asking: Promise<boolean> | undefined;
  let ticker: NodeJS.Timeout | undefined;
  let ticked = 0;
  let lastHeard = 0;

  function tick(): void {
    const now = performance.now();
    const stalled = now - ticked > 10 * tickMs;
    ticked = now;
    // We were the ones who did not listen: answers may have come that nobody has read yet.
    if (stalled) return;
    for (const wait of waits) {
      const { patience } = wait;
      if (wait.forPlace && meters.places.lasted(patience, now) > patience.room) cut(wait, new StoreBusy("No place became free in time."));
      else if (meters.all.lasted(patience, now) > patience.left) cut(wait, new StoreAway("The store did not answer in time."));
      // A store that just answered somebody else is there: a fresh connection costs it more than most statements do.
      else if (now - wait.since > askAfterMs && now - lastHeard > askAfterMs && patience.request) void suspect();
    }
    if (waits.size > 0) return;
    clearInterval(ticker);
    ticker = undefined;
  }

  function cut(wait: Wait, error: StoreAway | StoreBusy): void {
    end(wait);
    wait.cut(error);
  }

  function end(wait: Wait): void {
    if (!waits.delete(wait)) return;
    const { patience, forPlace } = wait;
    const now = performance.now();
    patience.left -= meters.all.end(patience, now);
    if (forPlace) patience.room -= meters.places.end(patience, now);
  }

  function suspect(): Promise<boolean> {
    const asked = performance.now();
    asking ??= answers(config).then((there) => {
      away = !there && lastHeard < asked;
      asking = undefined;
      if (!away) return true;
      for (const wait of waits) if (wait.patience.request) cut(wait, new StoreAway("The store does not answer."));
      setTimeout(() => void suspect(), askAgainMs).unref();
      return false;
    });
    return asking;
  }

  return {
    wait(onCut, forPlace = false) {
      const wait = { since: performance.now(), patience: currentPatience(), cut: onCut, forPlace };
      waits.add(wait);
      meters.all.begin(wait.patience, wait.since);
      if (forPlace) meters.places.begin(wait.patience, wait.since);
      if (!ticker) {
        ticked = wait.since;
        ticker = setInterval(tick, tickMs);
        ticker.unref();
      }
      return () => end(wait);
    },
    heard: () => {
      lastHeard = performance.now();
    },
    refusal: () => (away && currentPatience().request ? new StoreAway("The store is away.") : undefined),
    suspect,
  };
}

/** Whether the store answers on a fresh connection, be it with a refusal that only a living one can give. */
async function answers(config: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client(config);
  client.on("error", () => undefined);
  const { stream } = (client as unknown as { connection: { stream: { destroy(): void } } }).connection;
  let turns = silenceMs / tickMs;
  const limit = setInterval(() => {
    turns -= 1;
    if (turns === 0) stream.destroy();
  }, tickMs);
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } catch (error) {
    const { code = "" } = error as { code?: string };
    return code === "53300" || storeFailure(error) === undefined;
  } finally {
    clearInterval(limit);
    client.end().catch(() => undefined);
  }
}
