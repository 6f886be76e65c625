import type { Cell } from "./cells.ts";
import { measures, type Scale, textWidth } from "./sizes.ts";

/** Rows of the whole drawing: those of the first lane, then those of the next. */
export interface Rows {
  readonly of: (cell: Cell) => number;
  /** The middle of each row, and of each lane its top and height. */
  readonly y: readonly number[];
  readonly lanes: readonly { readonly y: number; readonly height: number }[];
}

/**
 * A row with nodes is as high as a task needs with what is written around it, and as a longer name below one of its events does; one with runs only is
 * as high as a line. `named`: the height below the middle of a node that its name reaches.
 */
export function rowsOfAll(
  rowOf: ReadonlyMap<Cell, number>,
  roles: readonly (string | null)[],
  { row: full }: Scale,
  named: (node: string) => number,
): Rows {
  const needed = roles.map(() => new Map<number, number>());
  for (const [cell, row] of rowOf) {
    const lane = needed[cell.lane];
    const height = cell.node === undefined ? measures.run : Math.max(full, 2 * named(cell.node));
    lane?.set(row, Math.max(height, lane.get(row) ?? 0));
  }
  const first: number[] = [];
  const y: number[] = [];
  const places: Map<number, number>[] = [];
  let top = 0;
  const lanes = needed.map((rows, i) => {
    const used = [...rows].toSorted(([a], [b]) => a - b);
    const heights = used.map(([, height]) => height);
    const all = heights.reduce((a, b) => a + b, 0);
    const height = Math.ceil(Math.max(all, full, Math.min(full * 1.5, textWidth(roles[i] ?? "", 12) + 20)));
    let at = top + (height - all) / 2;
    first.push(y.length);
    places.push(new Map(used.map(([row], n) => [row, n])));
    for (const each of heights) {
      y.push(Math.round(at + each / 2));
      at += each;
    }
    const lane = { y: top, height };
    top += height;
    return lane;
  });
  return { of: (cell) => (first[cell.lane] ?? 0) + (places[cell.lane]?.get(rowOf.get(cell) ?? 0) ?? 0), y, lanes };
}

/** Columns from left to right: the middle of each rank, and where the tracks of each channel begin. */
export interface Columns {
  readonly middle: readonly number[];
  readonly edges: readonly { readonly left: number; readonly right: number }[];
  /** The x of a track in the channel right of a rank; -1 is before the first rank. */
  track(channel: number, track: number): number;
  readonly width: number;
}

export function columnsOf(widths: readonly number[], gaps: ReadonlyMap<number, number>, tracks: ReadonlyMap<number, number>): Columns {
  const gap = (channel: number) =>
    Math.max(gaps.get(channel) ?? measures.gap, measures.gap + Math.max(0, (tracks.get(channel) ?? 0) - 1) * measures.track);
  let at = measures.margin + ((tracks.get(-1) ?? 0) > 0 ? gap(-1) : 0);
  const edges = widths.map((width, rank) => {
    const left = at;
    at += width + gap(rank);
    return { left, right: left + width };
  });
  const lastGap = (tracks.get(widths.length - 1) ?? 0) > 0 ? gap(widths.length - 1) : 0;
  const end = edges.at(-1)?.right ?? 0;
  return {
    edges,
    middle: edges.map(({ left, right }) => Math.round((left + right) / 2)),
    // From the right: what enters a rank turns right before it, and a label before the turn has room.
    track: (channel, track) => {
      const count = tracks.get(channel) ?? 1;
      const right = channel < 0 ? (edges[0]?.left ?? 0) : (edges[channel]?.right ?? 0) + gap(channel);
      return Math.round(right - measures.gap / 2 - (count - 1 - track) * measures.track);
    },
    width: end + lastGap + measures.margin,
  };
}
