import { isChoice } from "#contract/clarity/flow/step-faults.ts";
import type { PlacedEdge, Point } from "#contract/clarity/layout/flow-layout.ts";
import { measures } from "#contract/clarity/layout/sizes.ts";
import type { Step } from "#contract/clarity/step.ts";
import type { Part, Shape } from "./shapes.ts";

const head = { length: 7, half: 2.6 };
const slash = 8;

/** A flow with its head, and with the stroke that marks a default. */
export function flowPart({ edge, points }: PlacedEdge, from: Step | undefined): Part {
  const line: Shape = { kind: "path", d: rounded(points), stroke: "ink-3", width: 1.1 };
  const isDefault = edge.isDefault && from !== undefined && isChoice(from);
  return { of: "flow", id: edge.id, shapes: [line, ...headOf(points), ...(isDefault ? slashOf(points) : [])] };
}

/** A line along its points, each corner a quarter of a circle as far as there is room for one. */
function rounded(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (!first) return "";
  const drawn = rest.map((point, i) => {
    const [before, after] = [points[i] ?? point, rest[i + 1]];
    if (!after) return `L${point.x} ${point.y}`;
    const radius = Math.min(measures.corner, length(before, point) / 2, length(point, after) / 2);
    const [a, b] = [toward(point, before, radius), toward(point, after, radius)];
    return `L${a.x} ${a.y}Q${point.x} ${point.y} ${b.x} ${b.y}`;
  });
  return `M${first.x} ${first.y}${drawn.join("")}`;
}

function headOf(points: readonly Point[]): Shape[] {
  const [end, before] = [points.at(-1), points.at(-2)];
  if (!end || !before) return [];
  const base = toward(end, before, head.length);
  const [dx, dy] = end.x === before.x ? [head.half, 0] : [0, head.half];
  const d = `M${end.x} ${end.y}L${tenths(base.x + dx)} ${tenths(base.y + dy)}L${tenths(base.x - dx)} ${tenths(base.y - dy)}Z`;
  return [{ kind: "path", d, fill: "ink-3" }];
}

/** Across the line, right behind the gateway. */
function slashOf(points: readonly Point[]): Shape[] {
  const [start, next] = points;
  if (!start || !next) return [];
  const { x, y } = toward(start, next, Math.min(slash, length(start, next) / 2));
  return [{ kind: "path", d: `M${x - 3} ${y + 3}L${x + 3} ${y - 3}`, stroke: "ink-3", width: 1.1 }];
}

const tenths = (value: number) => Math.round(value * 10) / 10;
const length = (a: Point, b: Point) => Math.abs(a.x - b.x) + Math.abs(a.y - b.y);

function toward(from: Point, to: Point, distance: number): Point {
  return { x: from.x + Math.sign(to.x - from.x) * distance, y: from.y + Math.sign(to.y - from.y) * distance };
}
