import { expect, it } from "vitest";
import { isComparable, moreOrLess, pointsOff } from "./comparison.ts";

const now = Date.parse("2026-11-20T10:00:00Z");
const last = (days: number) => ({ startDate: new Date(now - days * 86_400_000).toISOString(), endDate: new Date(now).toISOString() });

it("compares only with what is counted and still there", () => {
  expect(isComparable(last(30), now, null)).toBe(true);
  expect(isComparable(last(365), now, null)).toBe(false);
  expect(isComparable(last(30), now, 60)).toBe(true);
  expect(isComparable(last(30), now, 59)).toBe(false);
});

it("says how much more or less there is", () => {
  expect(moreOrLess(112, 100)).toBe("12% more");
  expect(moreOrLess(999, 1_000)).toBe("0.1% fewer");
  expect(moreOrLess(5, 5)).toBe("no change");
  expect(moreOrLess(5, 0)).toBe("no earlier data");
  expect(moreOrLess(0, 0)).toBeUndefined();
  expect(pointsOff(0.9, 0.95)).toBe("5.0 points lower");
  expect(pointsOff(0.9, null)).toBeUndefined();
});
