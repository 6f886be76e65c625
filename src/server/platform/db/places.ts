import { currentPatience } from "./patience.ts";
import { StoreAway, StoreBusy } from "./store-failure.ts";
import type { StoreWatch } from "./store-watch.ts";

/** A part of the connections that requests never hold: claims and everything else that nobody waits for come through. */
const sharedPart = 4;
/** A part of the places that requests about one object hold: while its row is locked they wait, and those about others go on. */
const partOfOne = 2;
/** Requests that wait for a place at the same time. More would not get one in time, and each of them costs memory. */
const mostWaiting = 1_000;

/** The places that requests have on the connections of one pool. */
export interface Places {
  /** How many there are, fewer than connections. */
  readonly size: number;
  readonly taken: () => number;
  readonly waiting: () => number;
  /** Requests that got none, since the start, and when the last of them was told, in milliseconds since 1970. */
  readonly refused: () => { readonly count: number; readonly lastAt: number | undefined };
  /** Takes a place where one is free. */
  take(): boolean;
  /** Waits for a place in the order of coming, within the room that the request has. Throws {@link StoreBusy} and {@link StoreAway}. */
  wait(): Promise<void>;
  /** Gives the place of a request about `about` to whoever comes next. */
  leave(about?: string): void;
}

/** A request holds a place for as long as it holds a connection. One that has begun goes on before others begin, so that work is not lost. */
export function createPlaces(connections: number, watch: StoreWatch): Places {
  const size = Math.max(1, connections - Math.max(1, Math.ceil(connections / sharedPart)));
  const sizeOfOne = Math.max(1, Math.floor(size / partOfOne));
  const begun = new Set<Waiting>();
  const fresh = new Set<Waiting>();
  /** Places by what the requests in them are about. */
  const held = new Map<string, number>();
  let free = size;
  let refused = 0;
  let lastAt: number | undefined;

  const waiting = () => begun.size + fresh.size;
  const crowded = (about: string | undefined) => about !== undefined && (held.get(about) ?? 0) >= sizeOfOne;
  const hold = (about: string | undefined) => about !== undefined && held.set(about, (held.get(about) ?? 0) + 1);
  function letGo(about: string | undefined): void {
    if (about === undefined) return;
    const left = (held.get(about) ?? 0) - 1;
    if (left > 0) held.set(about, left);
    else held.delete(about);
  }
  function refuse(error: StoreAway | StoreBusy): StoreAway | StoreBusy {
    if (error instanceof StoreBusy) {
      refused += 1;
      lastAt = Date.now();
    }
    return error;
  }
  return {
    size,
    taken: () => size - free,
    waiting,
    refused: () => ({ count: refused, lastAt }),
    take() {
      const patience = currentPatience();
      if (free === 0 || crowded(patience.about)) return false;
      free -= 1;
      hold(patience.about);
      patience.begun = true;
      return true;
    },
    wait() {
      const patience = currentPatience();
      if (waiting() >= mostWaiting) return Promise.reject(refuse(new StoreBusy("Too many requests wait.")));
      return new Promise((admitted, refusedWith) => {
        const queue = patience.begun ? begun : fresh;
        const end = watch.wait((error) => {
          queue.delete(me);
          refusedWith(refuse(error));
        }, true);
        const admit = () => {
          queue.delete(me);
          end();
          hold(patience.about);
          patience.begun = true;
          admitted();
        };
        const me = { about: patience.about, admit };
        queue.add(me);
      });
    },
    leave(about) {
      letGo(about);
      for (const queue of [begun, fresh]) for (const next of queue) if (!crowded(next.about)) return next.admit();
      free += 1;
    },
  };
}

interface Waiting {
  readonly about: string | undefined;
  readonly admit: () => void;
}
