import { toast } from "./toast.ts";

const sightMs = 400;
const restMs = 700;

/**
 * How long something cannot be decided about yet: it has to be in sight for a moment, and the keyboard to rest for longer than anybody who
 * types pauses between two keys. All in milliseconds of one clock.
 */
export function settlesIn(now: number, shown: number, lastKey: number): number {
  return Math.max(0, shown + sightMs - now, lastKey + restMs - now);
}

/** Decides, or says why a press does not: it may have been meant for the thing before this one. */
export function onceSettled(settled: boolean, run: () => void): void {
  if (settled) run();
  else toast("Ignored: this item just opened. Press again to decide.", { about: "a press that came early" });
}
