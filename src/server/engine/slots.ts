/** A bound on what happens at the same time; who comes later waits in order. */
export interface Slots {
  use<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

export function createSlots(size: number): Slots {
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
    async use(work, signal) {
      signal.throwIfAborted();
      await enter(signal);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
