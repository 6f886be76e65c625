import type { FlowEdge, FlowNode } from "#contract/clarity/flow/flow-graph.ts";
import type { Cell } from "./cells.ts";
import type { Columns, Rows } from "./frame.ts";
import type { Route } from "./plan.ts";
import { measures, type Scale, type Size, sizeOf } from "./sizes.ts";

export interface Box extends Size {
  readonly x: number;
  readonly y: number;
}
export interface Point {
  readonly x: number;
  readonly y: number;
}
/** A text of several lines. `x` is its middle, or its left where it stands beside a line; `y` is its top. */
export interface Label extends Box {
  readonly lines: readonly string[];
  readonly align: "middle" | "left";
}
export interface PlacedNode extends Box {
  readonly node: FlowNode;
  /** From 1, of the steps; null for derived joins. */
  readonly number: number | null;
  readonly rank: number;
  readonly lane: number;
  /** Of events and of choices, beside them. A task has its title inside. */
  readonly label: Label | null;
}
export interface PlacedEdge {
  readonly edge: FlowEdge;
  readonly points: readonly Point[];
  readonly label: Label | null;
}
export interface PlacedLane extends Box {
  readonly role: string | null;
}

/** A flow with the place of everything in it, in pixels at 100%. The pool has its header at the left, and each lane beside it. */
export interface FlowLayout extends Size {
  readonly pool: Box;
  readonly lanes: readonly PlacedLane[];
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
  /** Places that a task of the other version has, where two are compared. */
  readonly empty: readonly (Box & { readonly id: string })[];
  readonly scale: Scale;
  /** Where a long drawing can be cut: between ranks. */
  readonly cuts: readonly number[];
}

/** The corner points of an edge, from the border of one node to the border of the other. */
export function pointsOf({ chain, rows, turns }: Route, boxes: ReadonlyMap<string, Box>, all: Rows, columns: Columns): Point[] {
  const [from, to] = [boxes.get(chain.edge.from), boxes.get(chain.edge.to)];
  if (!from || !to) return [];
  const y = (row: number) => all.y[row] ?? 0;
  const points: Point[] = [];
  const [first, last] = [turns[0], turns.at(-1)];
  const leavesUp = first?.by === "column" && (turns.length > 1 || isColumnOf(first, chain.edge.from, boxes, columns));
  if (!leavesUp) points.push({ x: from.x + from.width, y: y(rows[0] ?? 0) });
  for (const [i, turn] of turns.entries()) {
    const [a, b] = [rows[i] ?? 0, rows[i + 1] ?? 0];
    if (turn.by === "none") continue;
    if (turn.by === "channel") {
      const x = columns.track(turn.channel, turn.track);
      if (turn.jogs) lower(points, i === 0 && from.height > jog * 4, (columns.edges[turn.channel]?.right ?? 0) + 3);
      points.push({ x, y: turn.jogs ? y(a) + jog : y(a) }, { x, y: y(b) });
      continue;
    }
    const x = columns.middle[turn.rank] ?? 0;
    const leaves = i === 0 && leavesUp;
    const down = y(b) > y(a);
    if (leaves) points.push({ x, y: down ? from.y + from.height : from.y }, { x, y: y(b) });
    else points.push({ x, y: y(a) }, { x, y: down ? to.y : to.y + to.height });
  }
  const enters = last?.by === "column" && !(turns.length === 1 && leavesUp);
  if (!enters) points.push({ x: to.x, y: y(rows.at(-1) ?? 0) });
  return points.filter((point, i) => !isBetween(points[i - 1], point, points[i + 1]));
}

/** How much lower a line leaves its row where another one has it. */
const jog = 10;

/** Out of a task it leaves lower at once; a run turns right after its column. */
function lower(points: Point[], fromTask: boolean, x: number): void {
  const last = points.at(-1);
  if (!last) return;
  if (fromTask) points[points.length - 1] = { x: last.x, y: last.y + jog };
  else points.push({ x, y: last.y }, { x, y: last.y + jog });
}

const isColumnOf = (turn: { rank: number }, id: string, boxes: ReadonlyMap<string, Box>, columns: Columns) => {
  const box = boxes.get(id);
  return box !== undefined && Math.round(box.x + box.width / 2) === columns.middle[turn.rank];
};

/** A point on the line from the one before to the one after, or the same as the one before. */
function isBetween(before: Point | undefined, { x, y }: Point, after: Point | undefined): boolean {
  if (!before) return false;
  if (before.x === x && before.y === y) return true;
  return after !== undefined && ((before.x === x && x === after.x) || (before.y === y && y === after.y));
}

/** The box of a node in the middle of its cell. */
export function boxOf(node: FlowNode, cell: Cell, rows: Rows, columns: Columns, scale: Scale): Box {
  const size = sizeOf(node, scale);
  return { ...size, x: (columns.middle[cell.rank] ?? 0) - size.width / 2, y: (rows.y[rows.of(cell)] ?? 0) - size.height / 2 };
}

/** A drawing begins right of the headers of its pool and lanes. */
export const headers = measures.pool + measures.lane;
