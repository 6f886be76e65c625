import { expect, test } from "vitest";
import { type Arrow, nodeHeight } from "./flow-columns.ts";
import { layOut, nodeWidth } from "./flow-layout.ts";

const arrow = (text: string): Arrow => {
  const [from = "", to = ""] = text.split(" > ");
  return { from, to };
};
const layoutOf = (nodes: string, arrows: readonly string[]) => layOut(nodes.split(" "), arrows.map(arrow));

function columnsOf(nodes: string, arrows: readonly string[]): string[] {
  const columns = new Map<number, string[]>();
  for (const [id, { x }] of layoutOf(nodes, arrows).places) columns.set(x, [...(columns.get(x) ?? []), id]);
  return [...columns.entries()].toSorted(([a], [b]) => a - b).map(([, ids]) => ids.join(" "));
}

test("every step stands right of what leads to it, and a beginning beside its first step", () => {
  expect(columnsOf("a b c d e", ["a > b", "b > c", "a > c", "d > c", "c > e"])).toEqual(["a", "b d", "c", "e"]);
});

test("a circle is drawn with one arrow that runs back", () => {
  const { places, routes } = layoutOf("a b c", ["a > b", "b > c", "c > a"]);
  expect([...places.values()].map(({ x }) => x)).toEqual([...places.values()].map(({ x }) => x).toSorted((a, b) => a - b));
  const back = routes.find(({ arrow: { from } }) => from === "c");
  const [start, end] = [/M([\d.]+)/.exec(back?.path ?? "")?.[1], / ([\d.]+) [\d.]+$/.exec(back?.path ?? "")?.[1]];
  expect(Number(start)).toBe(places.get("c")?.x);
  expect(Number(end)).toBe((places.get("a")?.x ?? 0) + nodeWidth);
});

test("neighbours stand side by side, so that arrows do not cross", () => {
  expect(columnsOf("a b x y", ["a > y", "b > x"])).toEqual(["a b", "y x"]);
});

test("what cannot be drawn in columns is told apart", () => {
  const { alone, loops, places } = layoutOf("a b c d", ["a > b", "c > c", "a > gone"]);
  expect([alone, loops, [...places.keys()]]).toEqual([["c", "d"], [{ from: "c", to: "c" }], ["a", "b"]]);
  expect(layOut([], [])).toMatchObject({ width: 0, height: 0, routes: [] });
});

test("no two nodes overlap and nothing lies outside, in a hundred graphs of every density", () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48271) % 2147483647;
    return seed % below;
  };
  for (let round = 0; round < 100; round++) {
    const nodes = Array.from({ length: 2 + random(24) }, (_, at) => `n${at}`);
    const pick = () => nodes[random(nodes.length)] ?? "";
    const arrows = Array.from({ length: random(60) }, () => ({ from: pick(), to: pick() }));
    const { places, width, height, routes, alone, loops } = layOut(nodes, arrows);
    expect(places.size + alone.length).toBe(nodes.length);
    expect(routes.length + loops.length).toBe(arrows.length);
    const boxes = [...places.values()];
    for (const [at, { x, y }] of boxes.entries()) {
      expect(Math.min(x, y, width - x - nodeWidth, height - y - nodeHeight)).toBeGreaterThanOrEqual(0);
      for (const other of boxes.slice(at + 1)) expect(x !== other.x || Math.abs(y - other.y) >= nodeHeight).toBe(true);
    }
    expect(routes.every(({ path }) => !path.includes("NaN"))).toBe(true);
  }
});
