/** The figures beside the lines of a chart, from 0 up to the first round one that nothing is above. Counts have no line between 0 and 1. */
export function axisOf(most: number): readonly number[] {
  const least = Math.max(1, most) / 4;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = Math.max(1, power * ([1, 2, 5, 10].find((each) => each * power >= least) ?? 10));
  const lines = Math.max(1, Math.ceil(most / step));
  return Array.from({ length: lines + 1 }, (_, at) => at * step);
}

/** Of a drawing that goes as far down as up: one or two figures beside it, and where it ends, with air above the highest value. */
export function mirrorAxisOf(most: number): { readonly lines: readonly number[]; readonly top: number } {
  const least = Math.max(1, most) / 2;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = Math.max(1, power * ([1, 2, 5, 10].find((each) => each * power >= least) ?? 10));
  const top = Math.max(step, most) * 1.15;
  return { lines: [step, 2 * step].filter((line) => line <= top), top };
}

/** Every so many-th of a row of labels, so that at most `most` of them are shown. */
export function everySo(count: number, most: number): number {
  return Math.max(1, Math.ceil(count / most));
}

const second = 1_000;
const steps = [
  1,
  2,
  5,
  10,
  20,
  50,
  100,
  200,
  500,
  second,
  2 * second,
  5 * second,
  10 * second,
  15 * second,
  30 * second,
  60 * second,
  120 * second,
  300 * second,
  600 * second,
  900 * second,
  1_800 * second,
  3_600 * second,
  7_200 * second,
  14_400 * second,
  28_800 * second,
  86_400 * second,
];

/** As {@link axisOf}, of milliseconds: its lines are full seconds, minutes and hours. */
export function durationAxisOf(mostMs: number): readonly number[] {
  const least = Math.max(1, mostMs) / 3;
  const step = steps.find((each) => each >= least) ?? Math.ceil(least / (86_400 * second)) * 86_400 * second;
  const lines = Math.max(1, Math.ceil(mostMs / step));
  return Array.from({ length: lines + 1 }, (_, at) => at * step);
}
