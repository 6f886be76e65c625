import { expect, test } from "vitest";
import { dayIn, startOfDay } from "./zone-days.ts";

test.each([
  ["UTC", "2026-10-01", "2026-10-01T00:00:00.000Z"],
  ["America/New_York", "2026-10-01", "2026-10-01T04:00:00.000Z"],
  ["America/New_York", "2026-11-02", "2026-11-02T05:00:00.000Z"],
  ["Asia/Kolkata", "2026-03-29", "2026-03-28T18:30:00.000Z"],
  ["Pacific/Auckland", "2026-09-27", "2026-09-26T12:00:00.000Z"],
])("in %s %s begins at %s", (zone, date, instant) => {
  expect(new Date(startOfDay(zone, date)).toISOString()).toBe(instant);
  expect(dayIn(zone, startOfDay(zone, date))).toBe(date);
});
