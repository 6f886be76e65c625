import type { Verdict } from "#contract/clarity/achieved.ts";
import type { Interval } from "./share.ts";

/** Fewer cases say nothing. */
export const fewestCases = 20;
/** Fewer whole weeks have no interval: see `medianInterval`. */
export const fewestWeeks = 6;

interface Judged {
  readonly n: number;
  readonly fewest: number;
  /** Undefined: none was confirmed. */
  readonly promise: number | undefined;
  readonly interval: Interval | undefined;
  /** Whether it is kept by more, as success is, or by less, as minutes are. */
  readonly better: "more" | "less";
}

/** What can be said of a promise. While the promise is inside the interval, either may be true. */
export function verdictOf({ n, fewest, promise, interval, better }: Judged): Verdict {
  if (n < fewest || !interval) return "too_few";
  if (promise === undefined) return "not_promised";
  if (better === "more") {
    if (interval.low >= promise) return "kept";
    return interval.high < promise ? "missed" : "cannot_tell";
  }
  if (interval.high <= promise) return "kept";
  return interval.low > promise ? "missed" : "cannot_tell";
}
