import { beforeEach, describe, expect, it } from "vitest";
import type { FlowNode } from "#contract/clarity/flow/flow-graph.ts";
import { lanesOf } from "#contract/clarity/flow/lanes.ts";
import type { Box, FlowLayout, PlacedEdge, Point } from "#contract/clarity/layout/flow-layout.ts";
import { boxOfLabel } from "#contract/clarity/layout/labels.ts";
import { comparedLayouts, layoutOf } from "#contract/clarity/layout/layout.ts";
import type { Step } from "#contract/clarity/step.ts";
import { beginRandom, random } from "#server/testing/seed.ts";
import { mutant, soundFlow, stepOf, stepsOf, to } from "./made-flows.cases.ts";

beforeEach(() => beginRandom("layout"));

const meet = (a: Box, b: Box) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
const isInside = (a: Box, b: Box) => a.x >= b.x && a.y >= b.y && a.x + a.width <= b.x + b.width && a.y + a.height <= b.y + b.height;
/** Each straight piece, half a pixel within its ends: what it touches is not what it crosses. */
const pieces = ({ points }: PlacedEdge) => points.slice(1).map((b, i) => [points[i] ?? b, b] as const);
const pieceBox = ([a, b]: readonly [Point, Point]): Box => ({
  x: Math.min(a.x, b.x) + (a.x === b.x ? -0.1 : 0.5),
  y: Math.min(a.y, b.y) + (a.y === b.y ? -0.1 : 0.5),
  width: a.x === b.x ? 0.2 : Math.abs(a.x - b.x) - 1,
  height: a.y === b.y ? 0.2 : Math.abs(a.y - b.y) - 1,
});

function holds(layout: FlowLayout): void {
  for (const [i, node] of layout.nodes.entries()) {
    for (const other of layout.nodes.slice(i + 1)) expect(meet(node, other), `${node.node.id} over ${other.node.id}`).toBe(false);
    const lane = layout.lanes[node.lane];
    expect(lane && isInside(node, lane), `${node.node.id} in its lane`).toBe(true);
    if (node.node.step?.role) expect(lane?.role).toBe(node.node.step.role);
  }
  for (const edge of layout.edges) {
    expect(edge.points.length).toBeGreaterThan(1);
    for (const piece of pieces(edge)) {
      expect(piece[0].x === piece[1].x || piece[0].y === piece[1].y, `${edge.edge.id} is straight`).toBe(true);
      for (const node of layout.nodes) expect(meet(pieceBox(piece), node), `${edge.edge.id} through ${node.node.id}`).toBe(false);
      expect(isInside(pieceBox(piece), layout.pool)).toBe(true);
    }
    const [start, end] = [edge.edge.from, edge.edge.to].map((id) => layout.nodes.find(({ node }) => node.id === id));
    expect([isAt(edge.points[0], start), isAt(edge.points.at(-1), end)], edge.edge.id).toEqual([true, true]);
  }
}

/** Two edges with other ends have no line in common. */
function sharedLines({ edges }: FlowLayout): string[] {
  const all = edges.flatMap((edge) => pieces(edge).map((piece) => ({ edge, box: pieceBox(piece), upright: piece[0].x === piece[1].x })));
  return all.flatMap((a, i) =>
    all.slice(i + 1).flatMap((b) => {
      const apart = a.edge.edge.from !== b.edge.edge.from && a.edge.edge.to !== b.edge.edge.to;
      return apart && a.upright === b.upright && meet(a.box, b.box) ? [`${a.edge.edge.id} on ${b.edge.edge.id}`] : [];
    }),
  );
}

/** On the border, in the middle of a side; out of a task also a little lower. */
const isAt = (point: Point | undefined, box: Box | undefined) =>
  point !== undefined &&
  box !== undefined &&
  ((Math.abs(point.x - box.x - box.width / 2) < 1 && (point.y === box.y || point.y === box.y + box.height)) ||
    (Math.abs(point.y - box.y - box.height / 2) < (box.height > 34 ? 11 : 1) && (point.x === box.x || point.x === box.x + box.width)));

describe("a drawing", () => {
  it("has no node over another, none out of its lane, and no flow through one", () => {
    for (let i = 0; i < 40; i++) holds(layoutOf(soundFlow(4 + i)));
    for (let i = 0; i < 30; i++) holds(layoutOf(mutant(soundFlow(5 + i))));
    holds(layoutOf(soundFlow(120)));
  });

  it("has no two flows on one line, unless they leave or enter together", () => {
    for (let i = 0; i < 60; i++) expect(sharedLines(layoutOf(soundFlow(6 + (i % 45))))).toEqual([]);
  });

  it("is the same for the same steps", () => {
    const steps = soundFlow(40);
    expect(JSON.stringify(layoutOf(structuredClone(steps)))).toBe(JSON.stringify(layoutOf(steps)));
  });

  it("takes what is no flow yet", () => {
    holds(layoutOf([stepOf("a", "task", "user", { targetSteps: [to("a"), to("gone"), to("b")] }), stepOf("b", "task", "user")]));
    expect(layoutOf([]).nodes).toEqual([]);
  });

  it("writes each label where no node is", () => {
    const layout = layoutOf(
      stepsOf(
        "received event start > record",
        "record task user Clerk > match",
        "match gateway exclusive > approve Yes, ask Otherwise *",
        "approve task user Owner > ok",
        "ok gateway exclusive > pay Yes, ask Otherwise *",
        "pay task user Treasury > paid",
        "ask task send Clerk > returned",
        "paid event end",
        "returned event end",
      ),
    );
    const labels = [...layout.edges, ...layout.nodes].flatMap(({ label }) => label ?? []);
    expect(labels.map(({ lines }) => lines.join(" ")).toSorted()).toEqual([
      "Otherwise",
      "Otherwise",
      "Yes",
      "Yes",
      "match",
      "ok",
      "paid",
      "received",
      "returned",
    ]);
    for (const [i, label] of labels.entries()) {
      for (const node of layout.nodes) expect(meet(boxOfLabel(label), node), label.lines.join()).toBe(false);
      for (const other of labels.slice(i + 1)) expect(meet(boxOfLabel(label), boxOfLabel(other))).toBe(false);
    }
  });
});

it("has the name of an event in the lane of the event, also where two versions are compared", () => {
  const steps = stepsOf("s event start Clerk > a", "a task user Owner > b", "b task user Clerk > e", "e event end Clerk").map((step) =>
    step.nodeType === "event" ? { ...step, title: "The invoice of a supplier is received by post" } : step,
  ) as Step[];
  for (const layout of [layoutOf(steps), ...comparedLayouts(steps, steps)])
    for (const { node, lane, label } of layout.nodes) {
      const at = layout.lanes[lane];
      if (node.step?.nodeType === "event") expect(label && at && isInside(boxOfLabel(label), at), node.id).toBe(true);
    }
});

describe("two versions", () => {
  it("have one place for what both have", () => {
    for (let i = 0; i < 25; i++) {
      const before = soundFlow(6 + i);
      const after = insertedInto(before);
      const [left, right] = comparedLayouts(before, after);
      holds(left);
      holds(right);
      expect([left.width, left.height, left.lanes]).toEqual([right.width, right.height, right.lanes]);
      const places = new Map(left.nodes.map(({ node, x, y }) => [node.id, { x, y }]));
      // A step without a role may have another lane, where another step comes before it.
      const [was, is] = [lanesOf(before), lanesOf(after)];
      const stays = ({ id, step }: FlowNode) => step !== undefined && was.has(id) && was.get(id) === is.get(id);
      for (const { node, x, y } of right.nodes) if (stays(node)) expect({ x, y }).toEqual(places.get(node.id));
    }
  });

  it("keep the rank of a step that changes its role, and its other place empty", () => {
    const steps = (role: string) => stepsOf("s event start > a", `a task user ${role} > b`, "b task user Clerk > e", "e event end");
    const [left, right] = comparedLayouts(steps("Clerk"), steps("Owner"));
    const [was, is] = [left, right].map(({ nodes }) => nodes.find(({ node }) => node.id === "a"));
    expect(was?.x).toBe(is?.x);
    expect(right.empty).toEqual([{ id: "a", x: was?.x, y: was?.y, width: was?.width, height: was?.height }]);
    expect(left.empty.map(({ id, y }) => ({ id, y }))).toEqual([{ id: "a", y: is?.y }]);
  });
});

/** With a step in the middle of one of its flows. */
function insertedInto(steps: readonly Step[]): Step[] {
  const copy = structuredClone(steps) as Step[];
  const from = copy[Math.floor(random() * (copy.length - 1))];
  const target = from?.targetSteps[0];
  const added = stepOf("added", "task", "user", { targetSteps: [to(target?.stepId ?? "")], role: from?.role ?? null });
  if (target) (target as { stepId: string }).stepId = "added";
  return [...copy, added];
}
