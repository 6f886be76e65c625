import { Markup, percent } from "./markup.ts";
import type { Scale } from "./scale.ts";

/** More points than pixels are drawn by the least and the most of each share: no peak is lost. */
const mostPoints = 1_200;

interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * A line in a chart of 100 by 100, with gaps where nothing was measured; a point between two gaps is a dot. `open`: the way to the last point, whose
 * period has not ended.
 */
export function linePath(
  values: readonly (number | null)[],
  scale: Scale,
  unfinished = false,
): Record<"line" | "dots" | "area" | "open", Markup | null> {
  const last = values.length - 1;
  const point = (at: number): Point | null => {
    const value = values[at];
    if (value === null || value === undefined || !Number.isFinite(value)) return null;
    return { x: last < 1 ? 50 : (at / last) * 100, y: 100 - percent(scale.at(value)) };
  };
  const end = unfinished ? point(last) : null;
  const before = unfinished ? point(last - 1) : null;
  const runs: Point[][] = [[]];
  for (const at of chosen(values)) {
    const here = end && before && at === last ? null : point(at);
    if (here) runs.at(-1)?.push(here);
    else if (runs.at(-1)?.length) runs.push([]);
  }
  const drawn = runs.filter((run) => run.length > 0);
  const line = drawn.flatMap((run) => (run.length > 1 ? [`M${run.map(written).join("L")}`] : [])).join("");
  const dots = drawn.flatMap(([first, ...more]) => (first && more.length === 0 ? [dot(first)] : [])).join("");
  const foot = round(100 - percent(scale.at(Math.max(0, scale.from))));
  const area = drawn
    .filter((run) => run.length > 1)
    .map((run) => `M${run.map(written).join("L")}V${foot}H${round(run[0]?.x ?? 0)}Z`)
    .join("");
  // Digits and letters of ours, and longer than any text may be.
  return {
    line: new Markup(line),
    dots: new Markup(dots),
    area: new Markup(area),
    open: end && before ? new Markup(`M${written(before)}L${written(end)}`) : null,
  };
}

function chosen(values: readonly (number | null)[]): number[] {
  if (values.length <= mostPoints) return [...values.keys()];
  const each = Math.ceil(values.length / (mostPoints / 2));
  const found = new Set<number>([0, values.length - 1]);
  for (let from = 0; from < values.length; from += each) {
    const share = values.slice(from, from + each).map((value, at) => ({ value, at: from + at }));
    const known = share.filter(({ value }) => value !== null);
    const gap = share.find(({ value }) => value === null);
    if (gap) found.add(gap.at);
    for (const sign of [1, -1]) {
      const [extreme] = known.toSorted((a, b) => sign * ((a.value ?? 0) - (b.value ?? 0)));
      if (extreme) found.add(extreme.at);
    }
  }
  return [...found].toSorted((a, b) => a - b);
}

const dot = ({ x, y }: Point) => `M${round(x)} ${round(y)}h0.01`;
const written = ({ x, y }: Point) => `${round(x)} ${round(y)}`;
const round = (value: number) => Math.round(value * 100) / 100;
