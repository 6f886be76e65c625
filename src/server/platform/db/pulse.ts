const shortestRestMs = 100;

export interface Pulse {
  /** Takes the next step at once. */
  now(): void;
  /** Comes back when no step is under way any more. */
  close(): Promise<void>;
}

/**
 * Repeats a step every so many milliseconds, one at a time, for the first time so long after `begins`. After a failure it comes sooner, then ever
 * later up to that, or to `longestRestMs`.
 */
export function createPulse(
  everyMs: number,
  step: () => Promise<unknown>,
  { longestRestMs = everyMs, begins }: { longestRestMs?: number; begins?: Promise<void> } = {},
): Pulse {
  let failures = 0;
  let closed = false;
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  function run(): void {
    clearTimeout(timer);
    running ??= step()
      .then(
        () => (failures = 0),
        () => failures++,
      )
      .then(() => {
        running = undefined;
        if (!closed) timer = setTimeout(run, failures === 0 ? everyMs : Math.min(longestRestMs, shortestRestMs * 2 ** failures));
      });
  }
  const begin = () => {
    if (!closed) timer = setTimeout(run, everyMs);
  };
  if (begins) void begins.then(begin);
  else begin();
  return {
    now: run,
    async close() {
      closed = true;
      clearTimeout(timer);
      await running;
    },
  };
}
