import fc from "fast-check";
import { expect, test } from "vitest";
import { proves } from "#server/testing/proves.ts";
import type { Unit } from "#contract/dashboards/catalogue.ts";
import { brief, change, duration, exact, figure } from "./figures.ts";

test("counts, tokens and sums are written in full in tables, and briefly where room is short", () => {
  expect(exact(1_234_567, "count")).toBe("1,234,567");
  expect(exact(100_318_085_875.5, "number", 2)).toBe("100,318,085,875.50");
  expect(exact(64_260, "number", 2)).toBe("64,260.00");
  expect(exact(-12.5, "number")).toBe("−12.5");
  expect(exact(null, "count")).toBe("");
  expect(figure(100_318_085_875, "number")).toBe("100.3B");
  expect(figure(8_400_000, "tokens")).toBe("8.4M");
  expect(figure(6_540, "tokens")).toBe("6,540");
  expect(figure(9_999_999, "count")).toBe("9,999,999");
  expect(figure(null, "count")).toBe("–");
  expect(brief(400_000, "tokens")).toBe("400K");
  expect(brief(2_500, "count")).toBe("2,500");
});

test("a share is 100% only where it is whole, and 0% only where it is none", () => {
  expect([0.997, 0.9997, 0.99999, 1, 0.958, 0.29, 0, 0.0002].map((share) => exact(share, "share"))).toEqual([
    "99.7%",
    "99.9%",
    "99.9%",
    "100%",
    "95.8%",
    "29%",
    "0%",
    "<0.1%",
  ]);
});

test("a duration has two units at most", () => {
  expect([40, 400, 12_000, 200_000, 7_500_000, 273_600_000, 111_600_000, 0].map(duration)).toEqual([
    "40ms",
    "0.4s",
    "12s",
    "3m 20s",
    "2h 5m",
    "3d 4h",
    "1d 7h",
    "0s",
  ]);
});

test("a change has its sign, shares in points", () => {
  expect(change(27, 9, "count")).toBe("+18");
  expect(change(3, 4, "count")).toBe("−1");
  expect(change(4, 4, "count")).toBe("–");
  expect(change(0.935, 0.979, "share")).toBe("−4.4 pts");
  expect(change(126_000, 93_000, "ms")).toBe("+33s");
  expect(change(null, 4, "count")).toBe("");
});

test("no number is written as one that is none, and no figure is long", async () => {
  const unit = fc.constantFrom<Unit>("count", "share", "ms", "tokens", "number");
  const value = fc.oneof(fc.integer(), fc.double({ noNaN: true, min: -1e15, max: 1e15 }), fc.double({ min: 0, max: 1, noNaN: true }));
  await proves(
    fc.property(value, unit, fc.option(value), (given, of, before) => {
      const size = of === "share" ? Math.abs(given) % 1 : of === "ms" ? Math.min(Math.abs(given), 1e9) : given;
      for (const said of [exact(size, of), figure(size, of), brief(size, of), change(size, before, of)]) {
        expect(said).not.toMatch(/NaN|Infinity|undefined|e\+/);
      }
      expect(figure(size, of).length).toBeLessThan(16);
    }),
  );
});
