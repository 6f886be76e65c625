const sightMs = 400;
const restMs = 700;

/**
 * How long something cannot be decided about yet: it has to be in sight for a moment, and the keyboard to rest for longer than anybody who
 * types pauses between two keys. All in milliseconds of one clock.
 */
export function settlesIn(now: number, shown: number, lastKey: number): number {
  return Math.max(0, shown + sightMs - now, lastKey + restMs - now);
}
