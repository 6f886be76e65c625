import type { Unit } from "#contract/dashboards/catalogue.ts";

export interface Scale {
  readonly from: number;
  readonly to: number;
  /** Where lines and their figures are. */
  readonly lines: readonly number[];
  /** From 0 at the foot of the chart to 1 at its top. */
  readonly at: (value: number) => number;
}

const durations = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 3e4, 6e4, 12e4, 3e5, 6e5, 9e5, 18e5, 36e5, 72e5, 144e5, 216e5, 432e5, 864e5,
  1728e5, 4320e5, 6048e5, 12096e5, 25920e5, 77760e5, 155520e5, 31536e6,
];

/** Free room above the highest value, where marks are named. */
const air = 0.86;

/** From `floor`, which is zero for all that has an area, to above the highest value, with three lines or four. */
export function scaleOf(most: number, unit: Unit, { floor = 0, lines = 3 }: { floor?: number; lines?: number } = {}): Scale {
  const high = Number.isFinite(most) && most > floor ? most : floor + (unit === "share" ? 1 - floor || 1 : 1);
  const to = unit === "share" && high <= 1 ? Math.min(1 + (1 - floor) * 0.12, floor + (high - floor) / air) : floor + (high - floor) / air;
  // The next round step may be two and a half times as large: a single line would be above the chart.
  const step = stepOf((to - floor) / (lines === 1 ? 2.6 : lines + 0.6), unit);
  const drawn = Array.from({ length: Math.min(12, Math.floor((to - floor) / step + 1e-9) + 1) }, (_, at) => floor + at * step);
  return { from: floor, to, lines: drawn.filter((line) => unit !== "share" || line <= 1), at: (value) => (value - floor) / (to - floor) };
}

/** The round step that is at least `least`. */
function stepOf(least: number, unit: Unit): number {
  if (unit === "ms") return durations.find((each) => each >= least) ?? (durations.at(-1) ?? 1) * Math.ceil(least / (durations.at(-1) ?? 1));
  const power = 10 ** Math.floor(Math.log10(least));
  const step = power * ([1, 2, 2.5, 5, 10].find((each) => each * power >= least * 0.999) ?? 10);
  return unit === "count" || unit === "tokens" ? Math.max(1, step === 2.5 ? 5 : step) : step;
}

/** The same lines above and below zero: what comes in above, what goes out below. */
export function mirrored(scale: Scale, above: number, below: number): Scale {
  const from = -below / air;
  const to = above / air;
  const step = (scale.lines[1] ?? 1) - (scale.lines[0] ?? 0);
  const lines: number[] = [];
  for (let line = Math.ceil(from / step) * step; line <= to; line += step) lines.push(line === 0 ? 0 : line);
  return { from, to, lines, at: (value) => (value - from) / (to - from) };
}
