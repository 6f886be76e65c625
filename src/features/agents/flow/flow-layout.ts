import { type Arrow, type Cell, columnsOf, type Hop, nodeHeight } from "./flow-columns.ts";

/** Sizes in CSS pixels. */
export const nodeWidth = 240;
const gapX = 60;
const gapY = 16;
const margin = 16;

interface Point {
  readonly x: number;
  readonly y: number;
}
export interface Layout<A extends Arrow> {
  readonly width: number;
  readonly height: number;
  /** The upper left corner of each node, in the order of reading: column by column. */
  readonly places: ReadonlyMap<string, Point>;
  readonly routes: readonly { readonly arrow: A; readonly path: string }[];
  /** Nodes that no arrow touches. */
  readonly alone: readonly string[];
  /** Arrows from a node to itself, which have no place in columns. */
  readonly loops: readonly A[];
}

/** Lays a graph out in columns from left to right. An arrow that closes a circle runs back to the left. Pure: the same graph, the same picture. */
export function layOut<A extends Arrow>(nodes: readonly string[], all: readonly A[]): Layout<A> {
  const known = new Set(nodes);
  const arrows = all.filter(({ from, to }) => from !== to && known.has(from) && known.has(to));
  const touched = new Set(arrows.flatMap(({ from, to }) => [from, to]));
  const drawn = nodes.filter((id) => touched.has(id));
  const { cells, hops, backwards } = columnsOf(drawn, arrows);
  const columns = ordered(cells, hops);
  const tops = stacked(columns);
  const places = new Map(
    columns.flat().flatMap(({ id, column }) => (known.has(id) ? [[id, { x: leftOf(column), y: tops.get(id) ?? 0 }]] : [])),
  );
  return {
    width: columns.length === 0 ? 0 : leftOf(columns.length - 1) + nodeWidth + margin,
    height: Math.max(0, ...columns.flat().map(({ id, height }) => (tops.get(id) ?? 0) + height + margin)),
    places,
    routes: routesOf(columns, hops, tops).map((points, at) => ({
      arrow: arrows[at] as A,
      path: curve(backwards.has(at) ? points.toReversed() : points),
    })),
    alone: nodes.filter((id) => !touched.has(id)),
    loops: all.filter(({ from, to }) => from === to),
  };
}

function leftOf(column: number): number {
  return margin + column * (nodeWidth + gapX);
}

/** Sorts every column by where its neighbours stand, to and fro, so that few arrows cross. */
function ordered(cells: readonly Cell[], hops: readonly Hop[]): Cell[][] {
  const count = Math.max(-1, ...cells.map(({ column }) => column)) + 1;
  const columns = Array.from({ length: count }, (_, column) => cells.filter((cell) => cell.column === column));
  const neighbours = { before: new Map<string, string[]>(), after: new Map<string, string[]>() };
  for (const { left, right } of hops) {
    neighbours.before.set(right, [...(neighbours.before.get(right) ?? []), left]);
    neighbours.after.set(left, [...(neighbours.after.get(left) ?? []), right]);
  }
  for (let sweep = 0; sweep < 8; sweep++) {
    const side = sweep % 2 === 0 ? neighbours.before : neighbours.after;
    for (const column of sweep % 2 === 0 ? columns : columns.toReversed()) {
      const middles = middlesOf(columns);
      const wish = new Map(column.map(({ id }) => [id, mean((side.get(id) ?? [id]).map((other) => middles.get(other) ?? 0))]));
      column.sort((a, b) => (wish.get(a.id) ?? 0) - (wish.get(b.id) ?? 0));
    }
  }
  return columns;
}

function middlesOf(columns: readonly (readonly Cell[])[]): Map<string, number> {
  const tops = stacked(columns);
  return new Map(columns.flat().map(({ id, height }) => [id, (tops.get(id) ?? 0) + height / 2]));
}

/** The upper edge of every cell; each column is centred beside the tallest. */
function stacked(columns: readonly (readonly Cell[])[]): Map<string, number> {
  const heights = columns.map((column) => column.reduce((sum, { height }) => sum + height + gapY, -gapY));
  const tallest = Math.max(0, ...heights);
  const tops = new Map<string, number>();
  for (const [at, column] of columns.entries()) {
    let top = margin + (tallest - (heights[at] ?? 0)) / 2;
    for (const { id, height } of column) {
      tops.set(id, top);
      top += height + gapY;
    }
  }
  return tops;
}

/** The points of every arrow, from left to right. Arrows of one side of a node leave it one below the other. */
function routesOf(columns: readonly (readonly Cell[])[], hops: readonly Hop[], tops: Map<string, number>): Point[][] {
  const cells = new Map(columns.flat().map((cell) => [cell.id, cell]));
  const middles = middlesOf(columns);
  const middle = (id: string) => middles.get(id) ?? 0;
  const portsOf = (side: "left" | "right", other: "left" | "right") => {
    const ports = Map.groupBy(hops, (hop) => hop[side]);
    for (const same of ports.values()) same.sort((a, b) => middle(a[other]) - middle(b[other]) || a.arrow - b.arrow);
    return ports;
  };
  const ports = { left: portsOf("left", "right"), right: portsOf("right", "left") };
  const portOf = (hop: Hop, side: "left" | "right"): Point => {
    const id = hop[side];
    const { column = 0, height = nodeHeight } = cells.get(id) ?? {};
    const same = ports[side].get(id) ?? [];
    const step = Math.min(12, (height - 12) / same.length);
    const y = (tops.get(id) ?? 0) + height / 2 + (same.indexOf(hop) - (same.length - 1) / 2) * step;
    return { x: leftOf(column) + (side === "left" ? nodeWidth : 0), y };
  };
  const routes: Point[][] = [];
  for (const hop of hops) (routes[hop.arrow] ??= []).push(portOf(hop, "left"), portOf(hop, "right"));
  return routes;
}

function curve([first, ...rest]: readonly Point[]): string {
  if (!first) return "";
  let [path, before] = [`M${first.x} ${first.y}`, first];
  for (const point of rest) {
    const bend = (point.x - before.x) / 2;
    path +=
      point.y === before.y
        ? ` L${point.x} ${point.y}`
        : ` C${before.x + bend} ${before.y} ${point.x - bend} ${point.y} ${point.x} ${point.y}`;
    before = point;
  }
  return path;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
