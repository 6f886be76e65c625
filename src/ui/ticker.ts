import { useSyncExternalStore } from "react";

// One timer for every relative time and running duration on screen; none while nothing shows one.
const readers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

function subscribe(reader: () => void): () => void {
  readers.add(reader);
  if (timer === undefined) {
    // While nothing showed a time, it stood still.
    now = Date.now();
    timer = setInterval(() => {
      now = Date.now();
      for (const each of readers) each();
    }, 1000);
  }
  return () => {
    readers.delete(reader);
    if (readers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The time, read through `step`: the caller renders again only when the result changes. */
export function useNow<T extends string | number>(step: (now: number) => T): T {
  return useSyncExternalStore(subscribe, () => step(timer === undefined ? Date.now() : now));
}
