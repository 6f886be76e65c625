import { quantileOf } from "./median.ts";

/** How many values of each kind are in one column of a drawing. */
export interface Bin {
  readonly succeeded: number;
  readonly failed: number;
}

export interface Bins {
  /** Between two lines of the axis, of which there are as many as the axis has steps. */
  readonly step: number;
  readonly top: number;
  readonly bins: Bin[];
  /** Those past the end of the axis. */
  readonly beyond: Bin;
}

const columns = 56;
/** In minutes. Times are measured in whole milliseconds. */
const millisecond = 1 / 60_000;

/** Values in columns from 0 to a round number. A few that are far from all others are past its end, and leave the rest readable. */
export function binsOf(succeeded: readonly number[], failed: readonly number[], promise: number | undefined): Bins {
  const all = [...succeeded, ...failed].toSorted((a, b) => a - b);
  const longest = Math.max(quantileOf(all, 0.98) ?? 0, (promise ?? 0) * 1.2);
  // Less than can be measured is no time: an eighth of the smallest number is zero, and has no power of ten.
  const most = longest < millisecond ? 1 : longest;
  const step = stepOf(most);
  // What is on the last line is still inside.
  const top = Math.ceil(most / step + 1e-9) * step;
  const placeOf = (value: number) => Math.min(columns, Math.floor((value / top) * columns));
  const counts = Array.from({ length: columns + 1 }, () => ({ succeeded: 0, failed: 0 }));
  const count = (values: readonly number[], kind: keyof Bin) => {
    for (const value of values) {
      const bin = counts[placeOf(value)];
      if (bin) bin[kind]++;
    }
  };
  count(succeeded, "succeeded");
  count(failed, "failed");
  return { step, top, bins: counts.slice(0, columns), beyond: counts[columns] ?? { succeeded: 0, failed: 0 } };
}

/** A round distance that makes four to eight steps of it. */
function stepOf(most: number): number {
  const least = most / 8;
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 5, 10].find((each) => each * power >= least * (1 - 1e-9)) ?? 10);
}
