import type { Box, FlowLayout } from "#contract/clarity/layout/flow-layout.ts";
import { measures, wrapped } from "#contract/clarity/layout/sizes.ts";
import { witnessesOf } from "#contract/clarity/witnesses.ts";
import { flowPart } from "./draw-flow.ts";
import { labelPart, nodePart } from "./draw-node.ts";
import type { Part, Shape } from "./shapes.ts";

/**
 * A process as shapes, in the order in which they are painted: what is behind comes first. The console and a file draw the same. `name` stands in the
 * header of the pool.
 */
export function drawingOf(layout: FlowLayout, name: string): Part[] {
  const steps = new Map(layout.nodes.map(({ node }) => [node.id, node.step]));
  const { pool, lanes, empty, edges, nodes, scale } = layout;
  return [
    { of: "pool", id: "pool", shapes: poolShapes(pool, name) },
    ...lanes.map((lane, i): Part => ({ of: "lane", id: String(i), shapes: laneShapes(lane, lane.role, i === 0) })),
    { of: "pool", id: "border", shapes: [{ kind: "rect", ...sides(pool), radius: 2, stroke: "line-strong", width: 1 }] },
    ...empty.map(({ id, ...box }): Part => ({
      of: "empty",
      id,
      shapes: [{ kind: "rect", ...sides(box), radius: 6, stroke: "line-strong", width: 1.2, dash: "1.5 3" }],
    })),
    ...edges.map((edge) => flowPart(edge, steps.get(edge.edge.from))),
    ...nodes.map((node) => nodePart(node, scale, node.node.step !== undefined && witnessesOf(node.node.step) < 2)),
    ...[...nodes.map(({ node, label }) => labelPart(node.id, label)), ...edges.map(({ edge, label }) => labelPart(edge.id, label))].flat(),
  ];
}

function poolShapes(pool: Box, name: string): Shape[] {
  return [
    { kind: "rect", ...sides(pool), radius: 2, fill: "canvas" },
    { kind: "rect", x: pool.x, y: pool.y, w: measures.pool, h: pool.height, radius: 0, fill: "sunken" },
    ...upright(name, pool.x + measures.pool / 2, pool, "ink"),
  ];
}

function laneShapes(lane: Box, role: string | null, isFirst: boolean): Shape[] {
  const { x, y, width, height } = lane;
  const line = (d: string): Shape => ({ kind: "path", d, stroke: "line-strong", width: 1 });
  return [
    { kind: "rect", x, y, w: measures.lane, h: height, radius: 0, fill: "sunken" },
    line(`M${x} ${y}v${height}M${x + measures.lane} ${y}v${height}`),
    ...(isFirst ? [] : [line(`M${x} ${y}h${width}`)]),
    ...upright(role ?? "No role", x + measures.lane / 2, lane, role === null ? "ink-3" : "ink-2"),
  ];
}

/** One line from below to above, cut where there is more than room for. A pool without lanes has no height, and no name. */
function upright(words: string, x: number, { y, height }: Box, tone: "ink" | "ink-2" | "ink-3"): Shape[] {
  if (height === 0) return [];
  const [text = ""] = wrapped(words, height - 12, 12, 1);
  return [{ kind: "text", text, x: x + 4, y: y + height / 2, size: 12, anchor: "middle", tone, upright: true }];
}

const sides = ({ x, y, width, height }: Box) => ({ x, y, w: width, h: height });
