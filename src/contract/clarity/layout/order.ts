import type { Cell, Cells } from "./cells.ts";

/** The cells of each rank from top to bottom: by lane, then so that few edges cross. */
export function orderOf({ nodes, chains, ranks, links }: Cells): Cell[][] {
  const columns: Cell[][] = Array.from({ length: ranks }, () => []);
  for (const cell of nodes.values()) columns[cell.rank]?.push(cell);
  for (const { runs } of chains) for (const cell of runs) columns[cell.rank]?.push(cell);
  const left = neighbors(links.map((link) => [link.right, link.left]));
  const right = neighbors(links.map((link) => [link.left, link.right]));
  const pairs = Map.groupBy(links, (link) => link.left.rank);
  let order = columns.map((column) => column.toSorted((a, b) => a.lane - b.lane));
  let best = order;
  let fewest = crossings(order, pairs);
  for (let sweep = 0; sweep < 12 && fewest > 0; sweep++) {
    order = swept(order, sweep % 2 === 0 ? left : right, sweep % 2 === 0);
    const count = crossings(order, pairs);
    if (count < fewest) [best, fewest] = [order, count];
  }
  return best;
}

function neighbors(pairs: readonly (readonly [Cell, Cell])[]): Map<Cell, Cell[]> {
  return new Map([...Map.groupBy(pairs, ([cell]) => cell)].map(([cell, all]) => [cell, all.map(([, other]) => other)]));
}

/** Each rank by the mean place of its neighbors in the rank before it, lanes kept. What has none keeps its place. */
function swept(order: readonly Cell[][], beside: ReadonlyMap<Cell, readonly Cell[]>, forward: boolean): Cell[][] {
  const next = [...order];
  for (let n = 1; n < order.length; n++) {
    const rank = forward ? n : order.length - 1 - n;
    const place = new Map((next[forward ? rank - 1 : rank + 1] ?? []).map((cell, i) => [cell, i]));
    const mean = new Map(
      (next[rank] ?? []).map((cell, i) => {
        const at = (beside.get(cell) ?? []).flatMap((other) => place.get(other) ?? []);
        return [cell, at.length === 0 ? i : at.reduce((a, b) => a + b, 0) / at.length];
      }),
    );
    next[rank] = (next[rank] ?? []).toSorted((a, b) => a.lane - b.lane || (mean.get(a) ?? 0) - (mean.get(b) ?? 0));
  }
  return next;
}

function crossings(order: readonly Cell[][], pairs: ReadonlyMap<number, Cells["links"]>): number {
  const place = new Map(order.flatMap((column) => column.map((cell, i) => [cell, i] as const)));
  let count = 0;
  for (const links of pairs.values()) {
    const ends = links
      .map(({ left, right }) => [place.get(left) ?? 0, place.get(right) ?? 0] as const)
      .toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
    for (const [i, [a, b]] of ends.entries()) {
      for (let j = i + 1; j < ends.length; j++) {
        const [c, d] = ends[j] ?? [a, b];
        if (a < c && b > d) count++;
      }
    }
  }
  return count;
}
