import fc from "fast-check";
import { expect, it } from "vitest";
import { axisOf, durationAxisOf, mirrorAxisOf } from "./axis.ts";

it("has round figures up to the first that nothing is above", () => {
  expect(axisOf(0)).toEqual([0, 1]);
  expect(axisOf(1)).toEqual([0, 1]);
  expect(axisOf(3)).toEqual([0, 1, 2, 3]);
  expect(axisOf(38)).toEqual([0, 10, 20, 30, 40]);
  expect(axisOf(1_204)).toEqual([0, 500, 1_000, 1_500]);
});

it("has at most five lines, none of them higher than it needs to be", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), (most) => {
      const lines = axisOf(most);
      expect(lines.length).toBeLessThanOrEqual(5);
      expect(lines.at(-1)).toBeGreaterThanOrEqual(most);
      expect(lines.at(-2)).toBeLessThan(Math.max(1, most));
    }),
  );
});

it("has full seconds, minutes and hours where it measures time", () => {
  expect(durationAxisOf(0)).toEqual([0, 1]);
  expect(durationAxisOf(14_000)).toEqual([0, 5_000, 10_000, 15_000]);
  expect(durationAxisOf(126_000)).toEqual([0, 60_000, 120_000, 180_000]);
  expect(durationAxisOf(40 * 86_400_000)).toHaveLength(4);
});

it("has of a drawing that goes up and down one or two figures on each side, and air above the highest value", () => {
  for (const [most, lines] of [
    [0, [1]],
    [1, [1]],
    [9, [5, 10]],
    [72, [50]],
    [100, [50, 100]],
    [1_118, [1_000]],
  ] as const) {
    const axis = mirrorAxisOf(most);
    expect(axis.lines).toEqual(lines);
    expect(axis.top).toBeGreaterThan(most);
    expect(axis.top).toBeGreaterThanOrEqual(axis.lines.at(-1) ?? 0);
  }
});
