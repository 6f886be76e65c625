import type { FlowNode } from "#contract/clarity/flow/flow-graph.ts";
import { isChoice } from "#contract/clarity/flow/step-faults.ts";
import type { Box, Label, PlacedEdge, PlacedNode, Point } from "./flow-layout.ts";
import { measures, textWidth, wrapped } from "./sizes.ts";

/** Writes beside nodes and flows: at the first place where nothing else is, or the one with the least in its way. */
export function labeled(
  nodes: readonly PlacedNode[],
  edges: readonly PlacedEdge[],
  within: Box,
): { nodes: PlacedNode[]; edges: PlacedEdge[] } {
  const taken: Box[] = nodes.map(({ x, y, width, height }) => ({ x, y, width, height }));
  const lines = edges.flatMap(({ points }) => points.slice(1).map((point, i) => lineBox(points[i] ?? point, point)));
  const place = (candidates: readonly Label[]): Label | null => {
    const costs = candidates.map((each, i) => {
      const box = boxOfLabel(each);
      const inside =
        box.x >= within.x &&
        box.x + box.width <= within.x + within.width &&
        box.y >= within.y &&
        box.y + box.height <= within.y + within.height;
      const sum = (others: readonly Box[]) => others.reduce((area, other) => area + common(box, other), 0);
      return { each, cost: sum(taken) * 20 + sum(lines) * 6 + i + (inside ? 0 : 5_000) };
    });
    const best = costs.toSorted((a, b) => a.cost - b.cost)[0]?.each ?? null;
    if (best) taken.push(boxOfLabel(best));
    return best;
  };
  // Flows first: their labels have fewer places.
  const flows = edges.map((edge) =>
    edge.edge.label === null ? edge : { ...edge, label: place(besideFlow(edge.edge.label, edge.points)) },
  );
  return { edges: flows, nodes: nodes.map((node) => (isNamed(node) ? { ...node, label: place(besideNode(node)) } : node)) };
}

const isNamed = ({ node: { step } }: PlacedNode) => step !== undefined && (step.nodeType === "event" || isChoice(step));

export const boxOfLabel = ({ x, y, width, height, align }: Label): Box => ({ x: align === "middle" ? x - width / 2 : x, y, width, height });

/** How far below the middle of a node its name reaches, with a pixel for rounding. Of a choice it has other places. */
export function reachOf({ step }: FlowNode, height: number): number {
  if (step?.nodeType !== "event") return 0;
  return height / 2 + below + narrow(step.title).length * measures.lineHeight + 1;
}

const below = 4;
const narrow = (title: string) => wrapped(title, 66, measures.label, 3);

function labelOf(lines: readonly string[], align: Label["align"], x: number, y: number): Label {
  const width = Math.max(0, ...lines.map((line) => textWidth(line, measures.label)));
  return { lines, align, x: Math.round(x), y: Math.round(y), width, height: lines.length * measures.lineHeight };
}

function besideNode({ x, y, width, height, node }: PlacedNode): Label[] {
  const title = node.step?.title ?? "";
  const middle = x + width / 2;
  const tall = (lines: readonly string[]) => lines.length * measures.lineHeight;
  return [narrow(title), wrapped(title, 92, measures.label, 2)].flatMap((lines) => [
    labelOf(lines, "middle", middle, y + height + below),
    labelOf(lines, "middle", middle, y - tall(lines) - 4),
    labelOf(lines, "left", x + width - 6, y - tall(lines) - 1),
    labelOf(lines, "left", x + width - 6, y + height + 1),
    labelOf(lines, "left", x + width + 6, y + height / 2 - tall(lines) / 2),
  ]);
}

/** Near the split: above or below the line that leaves it, or beside it where it leaves upright; then further along. */
function besideFlow(text: string, points: readonly Point[]): Label[] {
  const lines = wrapped(text, 96, measures.label, 2);
  const tall = lines.length * measures.lineHeight;
  const wide = Math.max(...lines.map((line) => textWidth(line, measures.label)));
  return points.slice(1, 4).flatMap((to, i) => {
    const from = points[i] ?? to;
    if (from.y === to.y) {
      const x = to.x >= from.x ? from.x + 5 : from.x - wide - 5;
      return [0, 14, 40, 80]
        .flatMap((more) => (to.x >= from.x ? more : -more))
        .flatMap((more) => [labelOf(lines, "left", x + more, from.y - tall - 2), labelOf(lines, "left", x + more, from.y + 3)]);
    }
    const down = to.y > from.y;
    return [3, 18, 36, 54].flatMap((more) => {
      const y = down ? from.y + more : from.y - more - tall;
      return [labelOf(lines, "left", from.x + 5, y), labelOf(lines, "left", from.x - wide - 5, y)];
    });
  });
}

const lineBox = (a: Point, b: Point): Box => ({
  x: Math.min(a.x, b.x) - 1,
  y: Math.min(a.y, b.y) - 1,
  width: Math.abs(a.x - b.x) + 2,
  height: Math.abs(a.y - b.y) + 2,
});

function common(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}
