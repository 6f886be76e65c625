/** A bound on what happens at the same time; who comes later waits in order. */
export interface Slots {
  readonly size: number;
  use<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

const longestRestMs = 250;

/** With `rest` a place stays empty after its work for so many times as long as that took: what is slow because much is going on gives way to it. */
export function createSlots(size: number, rest = 0): Slots {
  let free = size;
  const waiting: (() => void)[] = [];
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else free++;
  };
  async function enter(signal: AbortSignal): Promise<void> {
    if (free > 0) {
      free--;
      return;
    }
    await new Promise<void>((admitted, refused) => {
      const admit = () => {
        signal.removeEventListener("abort", abort);
        admitted();
      };
      const abort = () => {
        waiting.splice(waiting.indexOf(admit), 1);
        refused(signal.reason);
      };
      signal.addEventListener("abort", abort, { once: true });
      waiting.push(admit);
    });
  }
  return {
    size,
    async use(work, signal) {
      signal.throwIfAborted();
      await enter(signal);
      const began = performance.now();
      try {
        return await work();
      } finally {
        const pause = Math.min((performance.now() - began) * rest, longestRestMs);
        if (pause > 0) setTimeout(leave, pause).unref();
        else leave();
      }
    },
  };
}
