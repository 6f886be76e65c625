import type { GridEdge } from "./ranks.ts";

/** One upright line of a channel: rows that join it from the left, and from the right, each with an edge that does. */
export interface Net {
  readonly key: string;
  readonly left: Map<number, GridEdge>;
  readonly right: Map<number, GridEdge>;
  /** Of its edges. `jogs`: it leaves its row a little lower, as another one has the line there. */
  readonly turns: { track: number; jogs: boolean; readonly left: number }[];
}

/**
 * Places uprights side by side and answers how many tracks that takes. Where one joins a row from the left and another from the right, the first
 * is further left, so that no two edges share a line; among those that are free, the one that crosses less is first.
 */
export function tracksOf(nets: readonly Net[]): number {
  const waiting = new Set(nets);
  const placed: { readonly net: Net; readonly track: number }[] = [];
  while (waiting.size > 0) {
    const free = [...waiting].filter((net) => ![...waiting].some((other) => other !== net && isLeftOf(other, net)));
    // In a circle no order is right: one of them leaves its row lower.
    const candidates = free.length > 0 ? free : [...waiting].slice(0, 1);
    const [net] = candidates.toSorted((a, b) => bend(a) - bend(b));
    if (!net) break;
    waiting.delete(net);
    const after = placed.filter((other) => isLeftOf(other.net, net) || overlap(other.net, net)).map(({ track }) => track);
    placed.push({ net, track: Math.max(-1, ...after) + 1 });
  }
  for (const { net, track } of placed) {
    const lines = placed.flatMap((other) => (other.track < track ? sharedRows(net, other.net) : []));
    for (const turn of net.turns) void [(turn.track = track), (turn.jogs = lines.includes(turn.left))];
  }
  return Math.max(0, ...placed.map(({ track }) => track + 1));
}

const isLeftOf = (a: Net, b: Net) => sharedRows(a, b).length > 0;

/** Rows that the one joins from the left and the other from the right. */
function sharedRows(a: Net, b: Net): number[] {
  return [...a.left].flatMap(([row, edge]) => {
    const other = b.right.get(row);
    return a !== b && other !== undefined && other.to !== edge.to && other.from !== edge.from ? [row] : [];
  });
}

const ends = ({ left, right }: Net) => {
  const rows = [...left.keys(), ...right.keys()];
  return [Math.min(...rows), Math.max(...rows)] as const;
};
function overlap(a: Net, b: Net): boolean {
  const [[top, bottom], [from, to]] = [ends(a), ends(b)];
  return top <= to && from <= bottom;
}

/** Lines down are placed from the lowest to the left, lines up from the highest. */
function bend(net: Net): number {
  const [from = 0] = net.left.keys();
  const [to = 0] = net.right.keys();
  return to > from ? -from : from - 1_000;
}
