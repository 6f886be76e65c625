/** A range in which the true value lies in 95 of 100 such measurements. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Of the normal distribution, for 95%. */
const z = 1.959_963_984_540_054;

/** Wilson's interval of a share. It is right for small counts and for shares near 0 and 1 too. `n` is at least 1. */
export function wilson(successes: number, n: number): Interval {
  return intervalOf(successes / n, n);
}

function intervalOf(share: number, n: number): Interval {
  const square = (z * z) / n;
  const middle = (share + square / 2) / (1 + square);
  const half = (z * Math.sqrt((share * (1 - share)) / n + square / (4 * n))) / (1 + square);
  // At the ends, rounding alone leads past them.
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/** More than this many say nothing to anybody who waits for them. */
const mostToTell = 10_000;

/**
 * About how many would tell whether a promised share is kept, if the share stays as it is: the fewest whose interval leaves the promise out. Undefined:
 * more than ten thousand, or no number of them.
 */
export function countThatTellsShare(share: number, promise: number): number | undefined {
  const tells = (n: number) => isOutside(promise, intervalOf(share, n));
  return tells(mostToTell) ? roundUp(fewest(tells)) : undefined;
}

/** Whether the interval says on which side of the promise the true value is. A promise of its very end is kept. */
export function isOutside(promise: number, { low, high }: Interval): boolean {
  return promise <= low || promise > high;
}

/** The interval only gets narrower: the first number that tells is found by halving. */
function fewest(tells: (n: number) => boolean): number {
  let [no, yes] = [0, mostToTell];
  while (yes - no > 1) {
    const between = Math.floor((no + yes) / 2);
    if (tells(between)) yes = between;
    else no = between;
  }
  return yes;
}

/** To the next number of one digit and zeros; from a hundred on of two digits. Nobody plans with more. */
export function roundUp(n: number): number {
  const unit = n < 10 ? 1 : 10 ** Math.max(1, Math.floor(Math.log10(n)) - 1);
  return Math.ceil(n / unit) * unit;
}
