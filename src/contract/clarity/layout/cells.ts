import { type GridEdge, type GridNode, ranksOf } from "./ranks.ts";

/** A place in the grid: of a node, or of the run of an edge that passes its rank. */
export interface Cell {
  readonly rank: number;
  readonly lane: number;
  readonly node?: string;
}

export interface Chain {
  readonly edge: GridEdge;
  /** It leads back: from the right of its first node around to the left of its last. */
  readonly back: boolean;
  /** What is between its nodes, in the order in which it is drawn. */
  readonly runs: readonly Cell[];
}

export interface Cells {
  readonly nodes: ReadonlyMap<string, Cell>;
  readonly chains: readonly Chain[];
  readonly ranks: number;
  /** Neighbors in consecutive ranks, left one first, and how much they should be on one line. */
  readonly links: readonly { readonly left: Cell; readonly right: Cell; readonly weight: number }[];
}

/** Reserves a cell for each node, and one in each rank that an edge passes: so no edge runs through a node. */
export function cellsOf(nodes: readonly GridNode[], edges: readonly GridEdge[]): Cells {
  const ranks = ranksOf(nodes, edges);
  const cells = new Map<string, Cell>(nodes.map(({ key, lane }) => [key, { rank: ranks.get(key) ?? 0, lane, node: key }]));
  const out = Map.groupBy(edges, ({ from }) => from);
  const into = Map.groupBy(edges, ({ to }) => to);
  const links: Cells["links"][number][] = [];
  const chains = edges.flatMap((edge): Chain[] => {
    const [from, to] = [cells.get(edge.from), cells.get(edge.to)];
    if (!from || !to) return [];
    const splits = (out.get(edge.from)?.length ?? 0) > 1;
    const back = to.rank <= from.rank;
    // Out of a split at once into the lane that it leads to; else straight on, and into the lane right before the end.
    const lane = back ? Math.max(from.lane, to.lane) : splits ? to.lane : from.lane;
    const first = back ? from.rank : from.rank + 1;
    const count = back ? from.rank - to.rank + 1 : to.rank - from.rank - 1;
    const runs: Cell[] = Array.from({ length: count }, (_, i) => ({ rank: back ? first - i : first + i, lane }));
    const line = back ? runs.toReversed() : [from, ...runs, to];
    const main = (out.get(edge.from)?.[0] === edge ? 1 : 0) + (into.get(edge.to)?.[0] === edge ? 1 : 0);
    for (const [i, right] of line.entries()) {
      const left = line[i - 1];
      if (left) links.push({ left, right, weight: (left.node === undefined ? 2 : 0) + (right.node === undefined ? 2 : 0) + main });
    }
    return [{ edge, back, runs }];
  });
  return { nodes: cells, chains, ranks: Math.max(0, ...[...cells.values()].map(({ rank }) => rank + 1)), links };
}
