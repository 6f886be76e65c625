import { expect, it } from "vitest";
import { brokenMoment, cronOfMoment, momentInWords, momentOf } from "#contract/schedules/once.ts";

const zone = "Asia/Kolkata";
const now = Date.parse("2026-11-25T20:00:00Z"); // 01:30 of the next day there
const once = (date: string, time: string) => ({
  frequency: "custom" as const,
  recurring: false,
  timezone: zone,
  cron: cronOfMoment({ date, time }),
});

it.each([
  ["2026-11-26", "01:31"],
  ["2027-02-28", "09:05"],
  ["2027-11-26", "01:30"],
])("a date within a year is the next one of its cron expression: %s %s", (date, time) => {
  expect(brokenMoment({ date, time }, zone, now)).toBeUndefined();
  expect(momentOf(once(date, time), now)).toEqual({ date, time });
});

it("a date that a cron expression would not find first is refused", () => {
  expect(brokenMoment({ date: "2026-11-26", time: "01:30" }, zone, now)).toBe("Choose a date and time in the future");
  expect(brokenMoment({ date: "2027-11-26", time: "01:31" }, zone, now)).toBe("Choose a date within a year from today");
});

it("a leap day is in the year that has one", () => {
  expect(momentOf({ ...once("2028-02-29", "09:00") }, now)).toEqual({ date: "2028-02-29", time: "09:00" });
});

it("is said by its day, and nothing else is a date", () => {
  expect(momentInWords(once("2026-12-01", "09:05"))).toBe("Once on December 1 at 09:05");
  expect(momentInWords({ ...once("2026-12-01", "09:05"), recurring: true })).toBeUndefined();
  expect(momentInWords({ frequency: "custom", cron: "0 9 * * 1-5", recurring: false })).toBeUndefined();
});
