/** Tries of one step before a transient fault becomes a failure. */
export const maxAttempts = 8;
const maxDelayMs = 60_000;

/** Milliseconds until the next try after `attempt` faults in a row: doubling, spread out, or what the other side asked for. */
export function retryDelay(attempt: number, asked: number | undefined): number {
  return Math.min(maxDelayMs, asked ?? 500 * 2 ** attempt * (0.75 + Math.random() / 2));
}
