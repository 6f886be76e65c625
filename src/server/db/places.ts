import { currentPatience } from "./patience.ts";
import { StoreAway, StoreBusy } from "./store-failure.ts";
import type { StoreWatch } from "./store-watch.ts";

/** A part of the connections that requests never hold: claims and everything else that nobody waits for come through. */
const sharedPart = 4;
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
  /** Gives a place to whoever comes next. */
  leave(): void;
}

/** A request holds a place for as long as it holds a connection. One that has begun goes on before others begin, so that work is not lost. */
export function createPlaces(connections: number, watch: StoreWatch): Places {
  const size = Math.max(1, connections - Math.max(1, Math.ceil(connections / sharedPart)));
  const begun = new Set<() => void>();
  const fresh = new Set<() => void>();
  let free = size;
  let refused = 0;
  let lastAt: number | undefined;

  const waiting = () => begun.size + fresh.size;
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
      if (free === 0) return false;
      free -= 1;
      currentPatience().begun = true;
      return true;
    },
    wait() {
      const patience = currentPatience();
      if (waiting() >= mostWaiting) return Promise.reject(refuse(new StoreBusy("Too many requests wait.")));
      return new Promise((admitted, refusedWith) => {
        const queue = patience.begun ? begun : fresh;
        const end = watch.wait((error) => {
          queue.delete(admit);
          refusedWith(refuse(error));
        }, true);
        const admit = () => {
          end();
          patience.begun = true;
          admitted();
        };
        queue.add(admit);
      });
    },
    leave() {
      for (const queue of [begun, fresh])
        for (const admit of queue) {
          queue.delete(admit);
          return admit();
        }
      free += 1;
    },
  };
}
