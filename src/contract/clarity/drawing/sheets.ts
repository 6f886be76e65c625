import type { Part } from "./shapes.ts";
import { type Box, type FlowLayout, headers, type Point } from "#contract/clarity/layout/flow-layout.ts";
import { boxOfLabel } from "#contract/clarity/layout/labels.ts";

/** Room for a drawing, in pixels of paper: A4 and Letter both have it. Below the title of the document there is less. */
export const room = { width: 940, height: 600, below: 470 } as const;
/** Smaller letters are hard to read on paper. */
const leastScale = 0.7;
/** At which a drawing that takes several sheets is cut. They are filled then. */
const cutScale = 0.75;

export interface Sheets {
  /** Pixels of paper for one of the drawing. */
  readonly scale: number;
  /** What each sheet shows, right of the headers of pool and lanes, in pixels of the drawing. Along the flow, from above to below. */
  readonly windows: readonly Box[];
}

/** Cuts a drawing into sheets: along the flow between ranks, across it between rows. No step is cut, and no label where that can be. */
export function sheetsOf(layout: FlowLayout): Sheets {
  const { width, height } = layout;
  for (const most of [room.below, room.height]) {
    const scale = Math.min(1, room.width / width, most / height);
    if (scale >= leastScale) return { scale, windows: [{ x: headers, y: 0, width: width - headers, height }] };
  }
  const tallest = Math.max(leastScale, Math.min(1, room.below / height));
  const cutAt = Math.min(cutScale, tallest);
  const columns = spans(headers, width, room.width / cutAt - headers, columnCuts(layout));
  const rows = spans(0, height, room.height / cutAt, rowCuts(layout));
  const widest = Math.max(...columns.map(([x, right]) => right - x));
  return {
    scale: Math.min(tallest, room.width / (headers + widest)),
    windows: columns.flatMap(([x, right]) => rows.map(([y, bottom]) => ({ x, y, width: right - x, height: bottom - y }))),
  };
}

/** The parts of a drawing that a window shows: the others would only make the document large. */
export function partsIn(parts: readonly Part[], layout: FlowLayout, window: Box): Part[] {
  const boxes = new Map<string, Box[]>();
  for (const { node, label, ...box } of layout.nodes) boxes.set(node.id, [box, ...(label ? [boxOfLabel(label)] : [])]);
  for (const { edge, points, label } of layout.edges) boxes.set(edge.id, [aroundAll(points), ...(label ? [boxOfLabel(label)] : [])]);
  return parts.filter(({ of, id }) => of === "pool" || of === "lane" || (boxes.get(id) ?? []).some((box) => meet(box, window)));
}

type Span = readonly [from: number, to: number];

/** Where a drawing may be cut, each in rising order. */
interface Cuts {
  readonly possible: readonly number[];
  /** Those of them that are taken where they give as few sheets. */
  readonly better: readonly number[];
}

/** Even parts of a length, none longer than `most`, cut where it may be cut; anywhere, where that is nowhere. */
function spans(from: number, to: number, most: number, cuts: Cuts): Span[] {
  const left = to - from;
  if (left <= most) return [[from, to]];
  const count = Math.ceil(left / most);
  const wanted = from + left / count;
  const isEnough = (cut: number) => cut > from && cut >= to - (count - 1) * most && cut <= from + most;
  const [enough] = [cuts.better.filter(isEnough), cuts.possible.filter(isEnough)].filter(({ length }) => length > 0);
  const cut =
    enough?.reduce((a, b) => (Math.abs(b - wanted) < Math.abs(a - wanted) ? b : a)) ??
    cuts.possible.findLast((each) => each > from && each <= from + most) ??
    from + most;
  return [[from, cut], ...spans(cut, to, most, cuts)];
}

/** Before each rank: right of what ends before it, and left of the lines that run upright between the two. Better where no label is. */
function columnCuts({ cuts, nodes, edges }: FlowLayout): Cuts {
  const labels = [...nodes, ...edges].flatMap(({ label }) => (label ? boxOfLabel(label) : []));
  const ends = nodes.map(({ x, width }) => x + width);
  const uprights = edges.flatMap(({ points }) => points.flatMap(({ x }, i) => (points[i + 1]?.x === x ? [x] : [])));
  const possible = cuts.map((cut) => {
    const end = Math.max(headers, ...ends.filter((x) => x <= cut));
    return (end + Math.min(cut, ...uprights.filter((x) => x > end))) / 2;
  });
  return { possible, better: possible.filter((cut) => !labels.some(({ x, width }) => cut > x && cut < x + width)) };
}

/** In the middle of each gap between what stands below each other. */
function rowCuts({ nodes }: FlowLayout): Cuts {
  const taken = nodes
    .flatMap(({ y, height, label }): Span[] => [[y, y + height], ...(label ? [[label.y, label.y + label.height] as const] : [])])
    .toSorted(([a], [b]) => a - b);
  const cuts: number[] = [];
  let end = taken[0]?.[1] ?? 0;
  for (const [top, bottom] of taken) {
    if (top > end) cuts.push((end + top) / 2);
    end = Math.max(end, bottom);
  }
  return { possible: cuts, better: cuts };
}

function aroundAll(points: readonly Point[]): Box {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** Lines and heads are painted around their boxes. */
const painted = 8;

function meet(a: Box, b: Box): boolean {
  const along = a.x - painted < b.x + b.width && b.x < a.x + a.width + painted;
  return along && a.y - painted < b.y + b.height && b.y < a.y + a.height + painted;
}
