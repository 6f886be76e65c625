import { expect, it } from "vitest";
import { changeOf, daysBefore, failsMore, fromBefore, isComparable, moreOrLess, pointsOff } from "./comparison.ts";

const now = Date.parse("2026-11-20T10:00:00Z");
const last = (days: number) => ({ startDate: new Date(now - days * 86_400_000).toISOString(), endDate: new Date(now).toISOString() });

it("compares only with what is counted and still there", () => {
  expect(isComparable(last(30), now, null)).toBe(true);
  expect(isComparable(last(365), now, null)).toBe(false);
  expect(isComparable(last(30), now, 60)).toBe(true);
  expect(isComparable(last(30), now, 59)).toBe(false);
});

it("puts a day beside the one as long before, also where clocks change between them", () => {
  const window = { startDate: "2026-10-31T22:08:00Z", endDate: "2026-11-30T22:08:00Z" };
  const days = (...dates: [string, number][]) => dates.map(([period, total_runs]) => ({ period, total_runs }));
  // In Berlin the window reaches October 31, and the one before nothing of October 1.
  const now31 = days(["2026-10-31", 1], ["2026-11-01", 2], ["2026-11-30", 4]);
  expect(daysBefore(now31, days(["2026-10-02", 7], ["2026-10-31", 9]), window)).toEqual([0, 7, 9]);
  expect(daysBefore(days(["2026-11-01", 2]), days(["2026-10-01", 5], ["2026-10-02", 7]), window)).toEqual([7]);
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

it("says of few what they were before", () => {
  expect(fromBefore(136, 105)).toBe("up from 105");
  expect(fromBefore(0, 1_200)).toBe("down from 1,200");
  expect(fromBefore(0, 0)).toBeUndefined();
  expect([changeOf(129, 100), changeOf(96, 100), changeOf(5, 0), changeOf(0, 0), changeOf(1_000, 1_001)]).toEqual([
    "+29%",
    "−4%",
    "new",
    undefined,
    undefined,
  ]);
});

it("lets failures stand out where more of the runs failed, not where there were more runs", () => {
  const of = (completed_runs: number, failed_runs: number) => ({ completed_runs, failed_runs });
  expect(failsMore(of(980, 20), of(99, 1))).toBe(true);
  expect(failsMore(of(990, 10), of(99, 1))).toBe(false);
  expect([failsMore(of(96, 4), undefined), failsMore(of(98, 2), undefined), failsMore(of(96, 4), of(0, 0))]).toEqual([true, false, true]);
});
