import fc from "fast-check";
import { expect, test } from "vitest";
import { grains } from "#contract/dashboards/catalogue.ts";
import { proves } from "#server/testing/proves.ts";
import { datesOf, stepOf } from "./dates.ts";

const dates = datesOf("America/New_York", "2026-11-27T15:15:32.000Z");

test("periods are named in the zone of the page", () => {
  expect(dates.label("2026-10-16T04:00:00.000Z", "day")).toBe("Oct 16");
  expect(dates.label("2026-10-16T13:00:00.000Z", "hour")).toBe("9 AM");
  expect(dates.label("2026-10-16T04:00:00.000Z", "hour")).toBe("Oct 16");
  expect(dates.label("2027-01-01T05:00:00.000Z", "month")).toBe("Jan 2027");
  expect(dates.period("2026-10-16T04:00:00.000Z", "day")).toBe("Fri, Oct 16");
  expect(dates.period("2025-10-16T04:00:00.000Z", "day")).toBe("Thu, Oct 16, 2025");
  expect(dates.period("2026-10-26T04:00:00.000Z", "week")).toBe("Oct 26–Nov 1");
  expect(dates.period("2026-10-05T04:00:00.000Z", "week")).toBe("Oct 5–11");
  expect(dates.moment("2026-11-27T15:15:32.000Z")).toBe("Nov 27, 2026, 10:15 AM");
  expect([dates.zone, datesOf("UTC", "2026-11-27T15:15:32.000Z").zone]).toEqual(["New York time", "UTC"]);
});

test("a whole month is its name, over the change of clocks too", () => {
  expect(dates.span("2026-10-01T04:00:00.000Z", "2026-11-01T04:00:00.000Z")).toBe("October 2026");
  expect(dates.span("2026-11-01T04:00:00.000Z", "2026-12-01T05:00:00.000Z")).toBe("November 2026");
  expect(dates.span("2026-01-01T05:00:00.000Z", "2027-01-01T05:00:00.000Z")).toBe("2026");
  expect(dates.span("2026-10-29T04:00:00.000Z", "2026-11-28T05:00:00.000Z")).toBe("Oct 29 – Nov 27, 2026");
  expect(dates.within("2026-10-29T04:00:00.000Z", "2026-11-28T05:00:00.000Z")).toBe("from Oct 29 to Nov 27, 2026");
  expect(dates.within("2026-11-26T05:00:00.000Z", "2026-11-27T05:00:00.000Z")).toBe("on November 26, 2026");
});

test("a month is compared with the month before, and days with as many days", () => {
  expect(dates.before("2026-10-01T04:00:00.000Z", "2026-09-01T04:00:00.000Z", "2026-11-01T04:00:00.000Z")).toBe("in September");
  expect(dates.before("2026-10-29T04:00:00.000Z", "2026-09-29T04:00:00.000Z", "2026-11-28T05:00:00.000Z")).toBe("in the 30 days before");
  expect(dates.before("2026-11-26T05:00:00.000Z", null, "2026-11-27T05:00:00.000Z")).toBe("on the day before");
});

test("at most eight dates are below a chart", async () => {
  await proves(
    fc.property(fc.integer({ min: 1, max: 20_000 }), fc.constantFrom(...grains), (periods, grain) => {
      expect(Math.ceil(periods / stepOf(periods, grain))).toBeLessThanOrEqual(8);
    }),
  );
});
