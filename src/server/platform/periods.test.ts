import fc from "fast-check";
import { expect, it } from "vitest";
import { granularities, type Granularity } from "#contract/teams/insights.ts";
import { periodsOf } from "./periods.ts";
import { proves } from "#server/testing/proves.ts";

const labels = (window: [string, string], granularity: Granularity, zone: string) =>
  periodsOf({ start: window[0], end: window[1] }, granularity, zone).map(({ label, start }) => `${label} ${start.slice(0, 16)}`);

it("begins days at the midnight of a zone, of 45 minutes too", () => {
  expect(labels(["2026-03-10T18:14:00.000Z", "2026-03-11T18:16:00.000Z"], "day", "Asia/Kathmandu")).toEqual([
    "2026-03-10 2026-03-09T18:15",
    "2026-03-11 2026-03-10T18:15",
    "2026-03-12 2026-03-11T18:15",
  ]);
});

it("has days of 23 and 25 hours, and of half an hour more or less", () => {
  expect(labels(["2026-03-28T23:00:00.000Z", "2026-03-30T00:00:00.000Z"], "day", "Europe/Berlin")).toEqual([
    "2026-03-29 2026-03-28T23:00",
    "2026-03-30 2026-03-29T22:00",
  ]);
  expect(labels(["2026-10-03T13:30:00.000Z", "2026-10-05T00:00:00.000Z"], "day", "Australia/Lord_Howe")).toEqual([
    "2026-10-04 2026-10-03T13:30",
    "2026-10-05 2026-10-04T13:00",
  ]);
});

it("begins a day once where its midnight is skipped, and where it comes twice", () => {
  expect(labels(["2026-04-23T12:00:00.000Z", "2026-04-24T12:00:00.000Z"], "day", "Africa/Cairo")).toEqual([
    "2026-04-23 2026-04-22T22:00",
    "2026-04-24 2026-04-23T22:00",
  ]);
  expect(labels(["2026-10-31T12:00:00.000Z", "2026-11-01T12:00:00.000Z"], "day", "America/Havana")).toEqual([
    "2026-10-31 2026-10-31T04:00",
    "2026-11-01 2026-11-01T04:00",
  ]);
});

it("begins weeks on Monday and months on their first day, also those that the window cuts", () => {
  expect(labels(["2026-01-01T00:00:00.000Z", "2026-01-06T00:00:00.000Z"], "week", "UTC")).toEqual([
    "2025-12-29 2025-12-29T00:00",
    "2026-01-05 2026-01-05T00:00",
  ]);
  expect(labels(["2025-12-31T12:00:00.000Z", "2026-02-01T00:00:00.000Z"], "month", "Pacific/Chatham")).toEqual([
    "2026-01 2025-12-31T10:15",
    "2026-02 2026-01-31T10:15",
  ]);
});

it("has none in an empty window", () => {
  expect(labels(["2026-01-01T09:30:00.000Z", "2026-01-01T09:30:00.000Z"], "day", "UTC")).toEqual([]);
});

it("puts every instant where the calendar of its zone does", async () => {
  const span = fc.date({ min: new Date("2025-11-01"), max: new Date("2026-12-31"), noInvalidDate: true });
  await proves(
    fc.property(
      fc.constantFrom(...Intl.supportedValuesOf("timeZone")),
      fc.constantFrom(...granularities),
      fc.array(span, { minLength: 3, maxLength: 12 }),
      (zone, granularity, dates) => {
        const sorted = dates.map((date) => date.toISOString()).toSorted();
        const [start = "", ...inside] = sorted;
        const end = inside.pop() ?? start;
        const periods = periodsOf({ start, end }, granularity, zone);
        expect(periods.map((period) => period.label)).toEqual([...new Set(periods.map((period) => period.label))].toSorted());
        for (const instant of inside.filter((each) => each < end))
          expect(periods.findLast((period) => period.start <= instant)?.label).toBe(labelOf(instant, granularity, zone));
      },
    ),
    { numRuns: 300 },
  );
});

/** As `Intl` alone says it. */
function labelOf(instant: string, granularity: Granularity, zone: string): string {
  const format = new Intl.DateTimeFormat("en-CA", { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" });
  const date = format.format(new Date(instant));
  if (granularity === "month") return date.slice(0, 7);
  if (granularity === "day") return date;
  const at = new Date(`${date}T12:00:00Z`);
  at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7));
  return at.toISOString().slice(0, 10);
}
