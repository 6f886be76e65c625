import { drawnFlow } from "#contract/clarity/flow/drawn-flow.ts";
import type { FlowEdge, FlowGraph, FlowNode } from "#contract/clarity/flow/flow-graph.ts";
import { lanesOf } from "#contract/clarity/flow/lanes.ts";
import { isChoice } from "#contract/clarity/flow/step-faults.ts";
import type { Step } from "#contract/clarity/step.ts";
import { cellsOf } from "./cells.ts";
import { boxOf, type FlowLayout, headers, type PlacedNode, pointsOf } from "./flow-layout.ts";
import { columnsOf, rowsOfAll } from "./frame.ts";
import { labeled, reachOf } from "./labels.ts";
import { type Plan, planOf } from "./plan.ts";
import type { GridEdge } from "./ranks.ts";
import { rowsOf } from "./rows.ts";
import { measures, scaleFor, sizeOf, textWidth } from "./sizes.ts";

/** Draws a flow: the same steps have the same places each time. */
export function layoutOf(steps: readonly Step[]): FlowLayout {
  return layoutsOf([steps], scaleFor(steps.length))[0] as FlowLayout;
}

/** Draws two versions in one frame: what both have is at one place. A step that changes its role keeps its rank, and its other place stays empty. */
export function comparedLayouts(before: readonly Step[], after: readonly Step[]): readonly [FlowLayout, FlowLayout] {
  return layoutsOf([before, after], scaleFor(Math.max(before.length, after.length), true)) as [FlowLayout, FlowLayout];
}

interface Version {
  readonly flow: FlowGraph;
  readonly lane: ReadonlyMap<string, string | null>;
  readonly number: ReadonlyMap<string, number>;
  readonly edges: readonly (GridEdge & { readonly edge: FlowEdge })[];
  /** The place of a node: its id and its lane. */
  readonly key: (id: string) => string;
}

function versionOf(steps: readonly Step[]): Version {
  const flow = drawnFlow(steps);
  const lane = new Map(lanesOf(steps));
  // A derived join is in the lane of what it leads to.
  for (const { id } of flow.nodes.toReversed())
    if (!lane.has(id)) lane.set(id, lane.get(flow.edges.find(({ from }) => from === id)?.to ?? "") ?? null);
  const key = (id: string) => JSON.stringify([id, lane.get(id) ?? null]);
  const seen = new Map<string, number>();
  const edges = flow.edges.map((edge) => {
    const way = `${key(edge.from)} ${key(edge.to)}`;
    const nth = (seen.get(way) ?? 0) + 1;
    seen.set(way, nth);
    return { key: `${way} ${nth}`, from: key(edge.from), to: key(edge.to), edge };
  });
  return { flow, lane, key, edges, number: new Map(steps.map(({ id }, i) => [id, i + 1])) };
}

function layoutsOf(all: readonly (readonly Step[])[], scale: ReturnType<typeof scaleFor>): FlowLayout[] {
  const versions = all.map(versionOf);
  const roles = [...new Set(versions.flatMap(({ flow, lane }) => flow.nodes.map(({ id }) => lane.get(id) ?? null)))];
  const nodes = new Map(versions.flatMap(({ flow, key }) => flow.nodes.map((node) => [key(node.id), node] as const)));
  const lanes = new Map(
    versions.flatMap(({ flow, key, lane }) => flow.nodes.map(({ id }) => [key(id), roles.indexOf(lane.get(id) ?? null)] as const)),
  );
  const edges = [...new Map(versions.flatMap((version) => version.edges.map((edge) => [edge.key, edge] as const))).values()];
  const cells = cellsOf(
    [...nodes].map(([key, { starts }]) => ({ key, starts, lane: lanes.get(key) ?? 0 })),
    edges,
  );
  const rows = rowsOfAll(rowsOf(cells), roles, scale, (key) => {
    const node = nodes.get(key);
    return node ? reachOf(node, sizeOf(node, scale).height) : 0;
  });
  const mayTurn = new Set([...nodes].flatMap(([key, { step }]) => (!step || step.nodeType === "gateway" ? [key] : [])));
  const plans = versions.map(({ edges: own }) => {
    const keys = new Set(own.map(({ key }) => key));
    return planOf(
      cells.nodes,
      cells.chains.filter(({ edge }) => keys.has(edge.key)),
      rows.of,
      mayTurn,
    );
  });
  const tracks = new Map<number, number>();
  for (const plan of plans) for (const [channel, count] of plan.tracks) tracks.set(channel, Math.max(count, tracks.get(channel) ?? 0));
  const widths = Array.from({ length: cells.ranks }, () => 0);
  for (const [key, node] of nodes) {
    const rank = cells.nodes.get(key)?.rank ?? 0;
    widths[rank] = Math.max(widths[rank] ?? 0, roomFor(node, sizeOf(node, scale).width));
  }
  const columns = columnsOf(widths, gapsOf(versions, plans, cells), tracks);
  const height = rows.lanes.reduce((sum, lane) => sum + lane.height, 0);
  const size = { width: columns.width + headers, height };
  return versions.map((version, i) => {
    const shift = {
      ...columns,
      edges: columns.edges.map(({ left, right }) => ({ left: left + headers, right: right + headers })),
      middle: columns.middle.map((x) => x + headers),
      track: (c: number, t: number) => columns.track(c, t) + headers,
    };
    const placed = version.flow.nodes.map((node): PlacedNode => {
      const cell = cells.nodes.get(version.key(node.id)) ?? { rank: 0, lane: 0 };
      return {
        ...boxOf(node, cell, rows, shift, scale),
        node,
        rank: cell.rank,
        lane: cell.lane,
        number: version.number.get(node.id) ?? null,
        label: null,
      };
    });
    const boxes = new Map(placed.map((each) => [version.key(each.node.id), each]));
    const byKey = new Map(version.edges.map(({ key, edge }) => [key, edge]));
    const drawn = (plans[i]?.routes ?? []).flatMap((route) => {
      const edge = byKey.get(route.chain.edge.key);
      return edge ? [{ edge, points: pointsOf(route, boxes, rows, shift), label: null }] : [];
    });
    const within = { x: headers, y: 0, width: columns.width, height };
    const empty = [...nodes].flatMap(([key, node]) =>
      boxes.has(key) || node.step?.nodeType !== "task"
        ? []
        : [{ ...boxOf(node, cells.nodes.get(key) ?? { rank: 0, lane: 0 }, rows, shift, scale), id: node.id }],
    );
    return {
      ...size,
      pool: { x: 0, y: 0, ...size },
      lanes: rows.lanes.map((lane, at) => ({ x: measures.pool, width: size.width - measures.pool, ...lane, role: roles[at] ?? null })),
      ...labeled(placed, drawn, within),
      empty,
      scale,
      cuts: columns.edges.slice(1).map(({ left }) => left + headers - measures.gap / 2),
    };
  });
}

/** An event has its name below it, so its rank is at least as wide as a short word. */
const roomFor = (node: FlowNode, width: number) => (node.step?.nodeType === "event" ? Math.max(width, 50) : width);

/** Where a labeled flow leaves a choice to the right, there is room for its label. */
function gapsOf(versions: readonly Version[], plans: readonly Plan[], cells: ReturnType<typeof cellsOf>): Map<number, number> {
  const gaps = new Map<number, number>();
  for (const [i, { routes }] of plans.entries()) {
    const edges = new Map(versions[i]?.edges.map(({ key, edge }) => [key, edge]));
    const steps = new Map(versions[i]?.flow.nodes.map(({ id, step }) => [id, step]));
    for (const { chain, turns } of routes) {
      const edge = edges.get(chain.edge.key);
      const step = steps.get(edge?.from ?? "");
      if (!edge?.label || !step || !isChoice(step) || turns[0]?.by === "column") continue;
      const rank = cells.nodes.get(chain.edge.from)?.rank ?? 0;
      const room = Math.ceil(
        Math.min(84, textWidth(edge.label, measures.label) + 14 + (turns[0]?.by === "channel" ? measures.gap / 2 : 4)),
      );
      gaps.set(rank, Math.max(measures.labeledGap, room, gaps.get(rank) ?? 0));
    }
  }
  return gaps;
}
