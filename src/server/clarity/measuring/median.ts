import { type Interval, isOutside, roundUp } from "./share.ts";

/** Of values in order; of none there is none. */
export function medianOf(sorted: readonly number[]): number | undefined {
  return quantileOf(sorted, 0.5);
}

/** The value below which this part of all values is, between two of them in proportion: as PostgreSQL's `percentile_cont`. */
export function quantileOf(sorted: readonly number[], part: number): number | undefined {
  const place = part * (sorted.length - 1);
  const before = sorted[Math.floor(place)];
  const after = sorted[Math.ceil(place)];
  if (before === undefined || after === undefined) return undefined;
  return before + (after - before) * (place - Math.floor(place));
}

/**
 * The interval of the median, for 95%, without an assumption about how values are distributed: from a value to the one as far from the other end. Fewer
 * than six values have none.
 */
export function medianInterval(sorted: readonly number[]): Interval | undefined {
  const left = leftOut(sorted.length);
  const low = sorted[left];
  const high = sorted[sorted.length - 1 - left];
  return left < 0 || low === undefined || high === undefined ? undefined : { low, high };
}

/** How many values at each end are outside: as many as leave at most 2.5% beyond them, when each is above or below the median by the toss of a coin. */
function leftOut(n: number): number {
  // In logarithms: the chance of none is less than a number holds once there are some thousand.
  let chance = n * Math.log(0.5);
  let sum = 0;
  for (let k = 0; k < n; k++) {
    sum += Math.exp(chance);
    if (sum > 0.025) return k - 1;
    chance += Math.log(n - k) - Math.log(k + 1);
  }
  return -1;
}

/**
 * About how many would tell whether a promised median is kept, if the median stays as it is: an interval is half as wide with four times as many.
 * Undefined: no number of them.
 */
export function countThatTellsMedian(n: number, median: number, interval: Interval, promise: number): number | undefined {
  if (isOutside(promise, interval)) return n;
  const reach = promise > median ? interval.high - median : median - interval.low;
  const needed = n * (reach / Math.abs(promise - median)) ** 2;
  return needed <= 10_000 ? roundUp(Math.max(n + 1, Math.ceil(needed))) : undefined;
}
