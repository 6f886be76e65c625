import type { Cell, Cells } from "./cells.ts";
import { orderOf } from "./order.ts";

/** The row of each cell within its lane. A run keeps its row as far as it can, so that it is one line. */
export function rowsOf(cells: Cells): Map<Cell, number> {
  const order = orderOf(cells);
  const place = new Map(order.flatMap((column) => column.map((cell, i) => [cell, i] as const)));
  const block = aligned(cells, place);
  const above = new Map<Cell, Set<Cell>>();
  const below = new Map<Cell, Set<Cell>>();
  const blocks = new Set([...place.keys()].map(block));
  for (const each of blocks) void [above.set(each, new Set()), below.set(each, new Set())];
  for (const column of order) {
    for (const [i, cell] of column.entries()) {
      const upper = column[i - 1];
      if (!upper || upper.lane !== cell.lane) continue;
      above.get(block(cell))?.add(block(upper));
      below.get(block(upper))?.add(block(cell));
    }
  }
  const rows = new Map<Cell, number>();
  const depth = (each: Cell): number => {
    const known = rows.get(each);
    if (known !== undefined) return known;
    const row = Math.max(-1, ...[...(above.get(each) ?? [])].map(depth)) + 1;
    rows.set(each, row);
    return row;
  };
  for (const each of blocks) depth(each);
  settle(cells, block, rows, above, below);
  return new Map([...place.keys()].map((cell) => [cell, rows.get(block(cell)) ?? 0]));
}

/** Cells that are drawn on one line have one block: chosen by weight, and no two lines cross. */
function aligned({ links }: Cells, place: ReadonlyMap<Cell, number>): (cell: Cell) => Cell {
  const next = new Map<Cell, Cell>();
  const first = new Map<Cell, Cell>();
  for (const between of Map.groupBy(links, ({ left }) => left.rank).values()) {
    const taken: [number, number][] = [];
    const at = (cell: Cell) => place.get(cell) ?? 0;
    const wanted = between.filter(({ left, right }) => left.lane === right.lane);
    for (const { left, right } of wanted.toSorted((a, b) => b.weight - a.weight || at(a.left) - at(b.left) || at(a.right) - at(b.right))) {
      const [a, b] = [at(left), at(right)];
      if (next.has(left) || first.has(right) || taken.some(([c, d]) => (a - c) * (b - d) <= 0)) continue;
      taken.push([a, b]);
      next.set(left, right);
      first.set(right, left);
    }
  }
  return (cell) => {
    let at = cell;
    for (let before = first.get(at); before; before = first.get(at)) at = before;
    return at;
  };
}

/** Moves each block as near to its neighbors as those above and below it let it. */
function settle(
  { links }: Cells,
  block: (cell: Cell) => Cell,
  rows: Map<Cell, number>,
  above: ReadonlyMap<Cell, ReadonlySet<Cell>>,
  below: ReadonlyMap<Cell, ReadonlySet<Cell>>,
): void {
  const near = new Map<Cell, Cell[]>();
  const link = (a: Cell, b: Cell) => (a === b || a.lane !== b.lane ? undefined : near.set(a, [...(near.get(a) ?? []), b]));
  for (const { left, right } of links) void [link(block(left), block(right)), link(block(right), block(left))];
  const row = (each: Cell) => rows.get(each) ?? 0;
  const last = new Map<number, number>();
  for (const [each, at] of rows) last.set(each.lane, Math.max(at, last.get(each.lane) ?? 0));
  for (let pass = 0; pass < 4; pass++) {
    for (const each of [...rows.keys()].toSorted((a, b) => row(b) - row(a))) {
      const beside = (near.get(each) ?? []).map(row).toSorted((a, b) => a - b);
      const wish = beside[Math.floor((beside.length - 1) / 2)];
      if (wish === undefined) continue;
      const least = Math.max(-1, ...[...(above.get(each) ?? [])].map(row)) + 1;
      const most = Math.min((last.get(each.lane) ?? 0) + 1, ...[...(below.get(each) ?? [])].map(row)) - 1;
      rows.set(each, Math.min(most, Math.max(least, wish)));
    }
  }
}
