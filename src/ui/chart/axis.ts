/** The figures beside the lines of a chart, from 0 up to the first round one that nothing is above. Counts have no line between 0 and 1. */
export function axisOf(most: number): readonly number[] {
  const least = Math.max(1, most) / 4;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = Math.max(1, power * ([1, 2, 5, 10].find((each) => each * power >= least) ?? 10));
  const lines = Math.max(1, Math.ceil(most / step));
  return Array.from({ length: lines + 1 }, (_, at) => at * step);
}

/** Every so many-th of a row of labels, so that at most `most` of them are shown. */
export function everySo(count: number, most: number): number {
  return Math.max(1, Math.ceil(count / most));
}
