import { expect, it } from "vitest";
import { framesOf, matcherOf, pathOf } from "./landscape-model.ts";
import { endsOf, layOut, wayOf } from "./map-layout.ts";
import type { LandscapeLink, LandscapeNode } from "#contract/clarity/node.ts";

const at = "2026-01-31T09:30:00.000Z";
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const node = (n: number, kind: "area" | "process", depth: number, parent: number | null, name = `${kind} ${n}`): LandscapeNode => ({
  id: id(n),
  parentId: parent === null ? null : id(parent),
  processId: null,
  kind,
  name,
  ownerLabel: null,
  sortOrder: n,
  existence: "active",
  contentConfirmedAt: null,
  existenceConfirmedAt: null,
  source: "human",
  createdAt: at,
  updatedAt: at,
  depth,
  process: null,
  proposedSummary: null,
  labels: [],
});
const link = (source: number, target: number, type: LandscapeLink["type"] = "hands_off_to"): LandscapeLink => ({
  id: id(9_000 + source * 100 + target),
  sourceNodeId: id(source),
  targetNodeId: id(target),
  type,
  state: "confirmed",
  confidence: null,
  rationale: null,
});

/** Areas of different sizes, 500 places in all. */
function many(): LandscapeNode[] {
  const nodes: LandscapeNode[] = [];
  for (let area = 0; nodes.length < 500; area++) {
    const first = nodes.length;
    nodes.push(node(first, "area", 0, null));
    for (let row = 0; row < 4 + ((area * 7) % 13) && nodes.length < 500; row++) nodes.push(node(nodes.length, "process", 1, first));
  }
  return nodes;
}

it("has a frame for each outermost area, with areas inside it as lines, and one for what is in no area", () => {
  const nodes = [
    node(1, "area", 0, null, "Finance"),
    node(2, "area", 1, 1, "Payables"),
    node(3, "process", 2, 2),
    node(4, "process", 1, 1),
    node(5, "process", 0, null),
  ];
  const frames = framesOf({ nodes, unlinkedProcesses: [] });
  expect(frames.map(({ name, rows }) => [name, rows.map(({ name: row, depth, count }) => `${depth} ${row} ${count}`)])).toEqual([
    ["Finance", ["0 Payables 1", "1 process 3 0", "0 process 4 0"]],
    ["No area", ["0 process 5 0"]],
  ]);
  expect(frames[0]?.head?.count).toBe(2);
  const matches = matcherOf({ search: "PROCESS 4" });
  expect(frames.flatMap(({ rows }) => rows.filter((row) => matches?.(row))).map(({ id: found }) => found)).toEqual([id(4)]);
  expect(matcherOf({ node: id(1) })).toBeUndefined();
});

it("gives frames places that do not overlap, the same each time, at any width", () => {
  const frames = framesOf({ nodes: many(), unlinkedProcesses: [] });
  for (const width of [0, 200, 360, 664, 1_000, 2_400]) {
    const layout = layOut(frames, width);
    expect(layOut(frames, width)).toEqual(layout);
    for (const [i, one] of layout.frames.entries())
      for (const other of layout.frames.slice(i + 1)) {
        const beside = one.x + layout.frameWidth <= other.x || other.x + layout.frameWidth <= one.x;
        const above = one.y + one.height <= other.y || other.y + other.height <= one.y;
        expect(beside || above, `${one.frame.name} and ${other.frame.name} at ${width}`).toBe(true);
      }
    for (const one of layout.frames) {
      expect(one.x + layout.frameWidth).toBeLessThanOrEqual(layout.width);
      expect(one.y + one.height).toBeLessThanOrEqual(layout.height);
    }
  }
});

it("leads links between the frames, never through one", () => {
  const layout = layOut(framesOf({ nodes: many(), unlinkedProcesses: [] }), 1_400);
  const ends = endsOf(layout);
  const processes = many().flatMap(({ kind, sortOrder }) => (kind === "process" ? [sortOrder] : []));
  for (const [i, source] of processes.entries()) {
    const target = processes[(i * 37 + 11) % processes.length] ?? 0;
    if (source === target) continue;
    const way = wayOf(link(source, target), ends, i) ?? "";
    let [x, y] = [0, 0];
    for (const [, step = "", value = ""] of way.matchAll(/([MHV])([\d. -]+)/g)) {
      const [first = 0, second = 0] = value.trim().split(" ").map(Number);
      const [fromX, fromY] = [x, y];
      if (step === "M") [x, y] = [first, second];
      else if (step === "H") x = first;
      else y = first;
      if (step === "M") continue;
      const through = layout.frames.filter(
        (frame) =>
          Math.max(fromX, x) > frame.x + 1 &&
          Math.min(fromX, x) < frame.x + layout.frameWidth - 1 &&
          Math.max(fromY, y) > frame.y + 1 &&
          Math.min(fromY, y) < frame.y + frame.height - 1,
      );
      expect(
        through.map(({ frame }) => frame.name),
        `${source} to ${target}: ${way}`,
      ).toEqual([]);
    }
  }
  expect(wayOf(link(1, 100_000), ends, 0)).toBeUndefined();
});

it("follows what is handed over as far as it goes in both directions, and other links one step", () => {
  const links = [link(1, 2), link(2, 3), link(4, 3), link(3, 5, "variant_of"), link(5, 6), link(3, 1)];
  expect([...pathOf(links, id(2))].toSorted()).toEqual([id(1), id(3), id(4)].toSorted().filter((one) => one !== id(2)));
  expect([...pathOf(links, id(5))].toSorted()).toEqual([id(3), id(6)]);
  expect(pathOf(links, undefined).size).toBe(0);
});
