import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { binsOf } from "./bins.ts";
import { countThatTellsMedian, medianInterval, medianOf, quantileOf } from "./median.ts";
import { countThatTellsShare, roundUp, wilson } from "./share.ts";
import { fewestCases, verdictOf } from "./verdict.ts";
import { weeksOf } from "./weeks.ts";

const about = (value: number) => expect.closeTo(value, 3);

describe("a share", () => {
  it("has Wilson's interval", () => {
    // By hand, and as statistics packages print it.
    expect(wilson(27, 30)).toEqual({ low: about(0.7438), high: about(0.9654) });
    expect(wilson(0, 20)).toEqual({ low: 0, high: about(0.1611) });
    expect(wilson(20, 20)).toEqual({ low: about(0.8389), high: 1 });
    expect(wilson(500, 1000)).toEqual({ low: about(0.4691), high: about(0.5309) });
  });

  it("is told by about as many as leave the promise outside of the interval", () => {
    expect(countThatTellsShare(0.9, 0.95)).toBe(80);
    expect(wilson(66.6, 74).high).toBeLessThan(0.95);
    expect(wilson(64.8, 72).high).toBeGreaterThan(0.95);
    expect(countThatTellsShare(0.95, 0.95)).toBeUndefined();
    expect(countThatTellsShare(0.949, 0.95)).toBeUndefined();
    // A promise of all cases is only ever broken.
    expect(countThatTellsShare(1, 1)).toBeUndefined();
  });

  it("rounds up to what people plan with", () => {
    expect([1, 9, 10, 74, 100, 101, 999, 1_234].map(roundUp)).toEqual([1, 9, 10, 80, 100, 110, 1_000, 1_300]);
  });
});

describe("a median", () => {
  it("is the one of PostgreSQL, and its interval comes from the order of the values", () => {
    const sorted = Array.from({ length: 30 }, (_, i) => i + 1);
    expect(medianOf(sorted)).toBe(15.5);
    expect(quantileOf(sorted, 0.25)).toBe(8.25);
    // The table of order statistics: of 30 values the 10th and the 21st, of 6 the first and the last, of 20 the 6th and the 15th.
    expect(medianInterval(sorted)).toEqual({ low: 10, high: 21 });
    expect(medianInterval(sorted.slice(0, 6))).toEqual({ low: 1, high: 6 });
    expect(medianInterval(sorted.slice(0, 20))).toEqual({ low: 6, high: 15 });
    expect(medianInterval(sorted.slice(0, 5))).toBeUndefined();
    expect([medianOf([]), medianInterval([])]).toEqual([undefined, undefined]);
  });

  it("has an interval of ten thousand values too", () => {
    const sorted = Array.from({ length: 10_000 }, (_, i) => i + 1);
    // n/2 - 1.96 * sqrt(n)/2, within the two ranks of the exact count.
    const { low = 0, high = 0 } = medianInterval(sorted) ?? {};
    expect(Math.abs(low - 4_902)).toBeLessThanOrEqual(2);
    expect(low + high).toBe(10_001);
  });

  it("is inside its interval, whatever the values are", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 6, maxLength: 200 }), (values) => {
        const sorted = values.toSorted((a, b) => a - b);
        const { low = Infinity, high = -Infinity } = medianInterval(sorted) ?? {};
        const median = medianOf(sorted) ?? NaN;
        expect(low <= median && median <= high).toBe(true);
      }),
    );
  });

  it("is told by about as many as narrow its interval down to the promise", () => {
    const interval = { low: 3, high: 5 };
    // Half as far needs four times as many.
    expect(countThatTellsMedian(30, 4, interval, 4.5)).toBe(120);
    expect(countThatTellsMedian(30, 4, interval, 4)).toBeUndefined();
    expect(countThatTellsMedian(30, 4, interval, 6)).toBe(30);
  });
});

describe("a promise", () => {
  const judge = (promise: number | undefined, better: "more" | "less", n = fewestCases) =>
    verdictOf({ n, fewest: fewestCases, promise, interval: { low: 0.7, high: 0.9 }, better });

  it("is kept or missed only where the interval leaves no doubt", () => {
    expect([0.6, 0.7, 0.8, 0.9, 0.91].map((promise) => judge(promise, "more"))).toEqual([
      "kept",
      "kept",
      "cannot_tell",
      "cannot_tell",
      "missed",
    ]);
    expect([0.69, 0.7, 0.8, 0.9, 1].map((promise) => judge(promise, "less"))).toEqual([
      "missed",
      "cannot_tell",
      "cannot_tell",
      "kept",
      "kept",
    ]);
  });

  it("is not judged from too few, nor where none was confirmed", () => {
    expect(judge(0.6, "more", fewestCases - 1)).toBe("too_few");
    expect(judge(undefined, "more")).toBe("not_promised");
    expect(verdictOf({ n: 99, fewest: 20, promise: 1, interval: undefined, better: "more" })).toBe("too_few");
  });
});

describe("weeks", () => {
  const came = ["2026-11-06T09:00:00.000Z", "2026-11-09T00:00:00.000Z", "2026-11-15T23:59:59.999Z", "2026-11-23T10:00:00.000Z"];
  const span = { since: "2026-11-06T08:00:00.000Z", now: "2026-11-25T12:00:00.000Z" };

  it("are whole between the first and the last, and empty ones count", () => {
    expect(weeksOf(came, { ...span, zone: "UTC" })).toEqual([
      { week: "2026-11-02", cases: 1, whole: false },
      { week: "2026-11-09", cases: 2, whole: true },
      { week: "2026-11-16", cases: 0, whole: true },
      { week: "2026-11-23", cases: 1, whole: false },
    ]);
  });

  it("start on the Monday of the zone", () => {
    expect(weeksOf(came, { ...span, zone: "America/New_York" }).map(({ cases }) => cases)).toEqual([2, 1, 0, 1]);
    expect(weeksOf([], { since: span.now, now: span.now, zone: "UTC" })).toEqual([]);
  });
});

describe("columns of a drawing", () => {
  it("have every value once, and the promise is on the axis", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1e5, noNaN: true })),
        fc.array(fc.double({ min: 0, max: 1e5, noNaN: true })),
        fc.option(fc.double({ min: 0.01, max: 10_080, noNaN: true }), { nil: undefined }),
        (succeeded, failed, promise) => {
          const { step, top, bins, beyond } = binsOf(succeeded, failed, promise);
          const sum = (kind: "succeeded" | "failed") => [...bins, beyond].reduce((all, bin) => all + bin[kind], 0);
          expect([sum("succeeded"), sum("failed")]).toEqual([succeeded.length, failed.length]);
          expect(promise === undefined || promise < top).toBe(true);
          expect(Math.round(top / step)).toBeLessThanOrEqual(9);
        },
      ),
      { examples: [[[Number.MIN_VALUE], [], undefined]] },
    );
  });

  it("leave one far value outside", () => {
    const { top, beyond, step } = binsOf([...Array<number>(99).fill(4), 500], [], 6);
    expect({ top, step, beyond }).toEqual({ top: 8, step: 1, beyond: { succeeded: 1, failed: 0 } });
    expect(binsOf([], [], undefined).top).toBeGreaterThan(0);
  });
});
