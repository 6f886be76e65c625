import { CaseloadError } from "./errors.ts";
import type { FollowOptions } from "./shapes.ts";
import { pause } from "./transport.ts";

const restMs = 5_000;
const outageMs = 600_000;

/** Whether the service is away, or will be there again by itself. */
function isAway(error: unknown): error is CaseloadError {
  return (
    error instanceof CaseloadError &&
    (error.status === 0 ? ["unreachable", "timeout"].includes(error.code) : error.status >= 502 && error.status <= 504)
  );
}

/** A read that outlasts a restart of the service: it is tried for as long as an outage may last. */
export async function steady<T>({ outage = outageMs, onOutage, signal }: FollowOptions, read: () => Promise<T>): Promise<T> {
  const end = Date.now() + outage;
  for (let tried = 0; ; tried++) {
    try {
      return await read();
    } catch (error) {
      const wait = Math.min(500 * 2 ** tried, restMs) * (0.75 + Math.random() / 2);
      if (!isAway(error) || Date.now() + wait > end) throw error;
      if (tried === 0) onOutage?.(error);
      await pause(wait, signal);
    }
  }
}
