import { beforeEach, describe, expect, it } from "vitest";
import { drawingOf } from "#contract/clarity/drawing/drawing.ts";
import { partsIn, room, sheetsOf } from "#contract/clarity/drawing/sheets.ts";
import { type FlowLayout, headers } from "#contract/clarity/layout/flow-layout.ts";
import { layoutOf } from "#contract/clarity/layout/layout.ts";
import { soundFlow } from "#server/clarity/flow/made-flows.cases.ts";
import { beginRandom } from "#server/testing/seed.ts";

beforeEach(() => beginRandom("sheets"));

/** With a label that leaves no gap between ranks free but the first and the last ones. */
function labelledAlong(layout: FlowLayout): FlowLayout {
  const label = { lines: ["Long"], align: "left", x: 200, y: 0, width: Math.max(0, layout.width - 400), height: 16 } as const;
  return { ...layout, edges: layout.edges.map((edge) => ({ ...edge, label })) };
}

const flows = () => Array.from({ length: 40 }, (_, i) => layoutOf(soundFlow(3 + i * 3)));

describe("the sheets of a drawing", () => {
  it("have room on paper, and letters that can be read", () => {
    for (const layout of flows()) {
      const { scale, windows } = sheetsOf(layout);
      expect(scale).toBeGreaterThanOrEqual(0.7);
      for (const { width, height } of windows) {
        expect((headers + width) * scale).toBeLessThanOrEqual(room.width + 0.01);
        expect(height * scale).toBeLessThanOrEqual(room.height + 0.01);
      }
    }
  });

  it("show all of it once, and each step whole", () => {
    let several = 0;
    for (const layout of [...flows(), ...flows().map(labelledAlong)]) {
      const { windows } = sheetsOf(layout);
      several += Number(windows.length > 1);
      const area = windows.reduce((sum, { width, height }) => sum + width * height, 0);
      expect(area).toBeCloseTo((layout.width - headers) * layout.height);
      for (const { x, y, width, height, node } of layout.nodes) {
        const whole = windows.filter(
          (window) => x >= window.x && y >= window.y && x + width <= window.x + window.width && y + height <= window.y + window.height,
        );
        expect(whole, node.id).toHaveLength(1);
      }
    }
    expect(several).toBeGreaterThan(20);
  });

  it("have the steps that they show among their parts, and the names of all lanes", () => {
    for (const layout of flows()) {
      const parts = drawingOf(layout, "Pay");
      const shown = sheetsOf(layout).windows.map((window) => partsIn(parts, layout, window));
      expect(new Set(shown.flat())).toEqual(new Set(parts));
      for (const sheet of shown) expect(sheet.filter(({ of }) => of === "lane")).toHaveLength(layout.lanes.length);
    }
  });

  it("are cut where no line runs upright along the cut", () => {
    for (const layout of flows()) {
      const cuts = sheetsOf(layout).windows.flatMap(({ x }) => (x > headers ? x : []));
      const uprights = layout.edges.flatMap(({ points }) => points.flatMap(({ x }, i) => (points[i + 1]?.x === x ? x : [])));
      for (const cut of cuts) for (const x of uprights) expect(Math.abs(cut - x)).toBeGreaterThan(1);
    }
  });
});
