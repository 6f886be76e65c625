import { describe, expect, it } from "vitest";
import { parseCron } from "#contract/schedules/cron.ts";
import { type FireRule, fireRuleOf } from "#contract/schedules/fire-rule.ts";
import type { Timing } from "#contract/schedules/timing.ts";
import { dueTimesAfter, nextDueTime } from "./due-times.ts";
import { firingsAfter, firingsByHour } from "./firings.ts";
import { calculated, dueMinutes, hoursOfJumps, minutesOf } from "./oracle.cases.ts";

const hour = 3_600_000;
const none = { time: null, day: null, day_of_month: null, cron: null };
const first = (timing: Timing, after: string, count: number) =>
  dueTimesAfter(timing, after)
    .take(count)
    .toArray()
    .map((at) => new Date(at).toISOString());
const cron = (text: string, timezone: string): Timing => ({ ...none, frequency: "custom", cron: text, timezone });
const rules = [
  "30 2 * * *",
  "30 23 * * *",
  "15 1,2,3 * * *",
  "*/20 1-3 * * *",
  "*/30 * * * *",
  "0 * * * *",
  "10 0 * * 0,1",
  "45 1 28-31 * *",
].map((text) => parseCron(text) as FireRule);

describe("due times", () => {
  // Nuuk skips the hour before midnight, Lord Howe jumps by half an hour, Cairo at midnight, Casablanca around Ramadan.
  it.each(["America/Nuuk", "Australia/Lord_Howe", "Europe/Berlin", "Africa/Cairo", "Africa/Casablanca"])(
    "are what the clock of %s shows, minute by minute around its jumps",
    (zone) => {
      const jumps = hoursOfJumps(zone, Date.UTC(2026), Date.UTC(2027));
      expect(jumps.length).toBeGreaterThan(1);
      for (const jump of jumps) {
        const walked = minutesOf(zone, jump - 12 * hour, jump + 12 * hour);
        for (const rule of rules) expect(calculated(rule, zone, walked)).toEqual(dueMinutes(rule, walked));
      }
    },
  );

  it.each(["America/Nuuk", "Australia/Lord_Howe", "Europe/Berlin", "Asia/Kathmandu", "UTC"])(
    "are as many an hour as there are in it, in %s",
    (zone) => {
      for (let week = 0; week < 53; week++) {
        const after = Date.UTC(2026) + week * 7 * 24 * hour + week * 1_234_567;
        const to = after + (1 + (week % 9)) * 24 * hour + week * 654_321;
        for (const rule of rules) {
          const all: number[] = [];
          for (const at of firingsAfter(rule, zone, after)) {
            if (at >= to) break;
            all.push(at);
          }
          const counted = Map.groupBy(all, (at) => Math.floor(at / hour) * hour);
          expect(firingsByHour(rule, zone, after, to)).toEqual(new Map([...counted].map(([at, found]) => [at, found.length])));
        }
      }
    },
  );

  it("come at the first instant behind a gap, and once where the clock goes back", () => {
    const daily: Timing = { ...none, frequency: "daily", time: "02:30", timezone: "Europe/Berlin" };
    expect(first(daily, "2026-03-28T12:00:00Z", 2)).toEqual(["2026-03-29T01:00:00.000Z", "2026-03-30T00:30:00.000Z"]);
    expect(first(daily, "2026-10-24T12:00:00Z", 2)).toEqual(["2026-10-25T00:30:00.000Z", "2026-10-26T01:30:00.000Z"]);
    expect(first({ ...daily, time: "23:30", timezone: "America/Nuuk" }, "2026-03-28T12:00:00Z", 1)).toEqual(["2026-03-29T01:00:00.000Z"]);
    expect(first(cron("0 * * * *", "Australia/Lord_Howe"), "2026-04-04T13:30:00Z", 2)).toEqual([
      "2026-04-04T14:00:00.000Z",
      "2026-04-04T15:30:00.000Z",
    ]);
  });

  it("of a month that is too short come on its last day, and those of a cron expression do not", () => {
    const monthly: Timing = { ...none, frequency: "monthly", day_of_month: 31, time: "08:00", timezone: "UTC" };
    expect(first(monthly, "2028-01-31T08:00:00Z", 2)).toEqual(["2028-02-29T08:00:00.000Z", "2028-03-31T08:00:00.000Z"]);
    expect(first(cron("0 8 31 * *", "UTC"), "2028-01-31T08:00:00Z", 1)).toEqual(["2028-03-31T08:00:00.000Z"]);
    expect(nextDueTime(cron("0 0 29 2 *", "UTC"), "2096-03-01T00:00:00Z")).toBe("2104-02-29T00:00:00.000Z");
  });

  it("of both a day of the month and a day of the week come on either", () => {
    expect(first(cron("0 9 13 * 5", "UTC"), "2026-11-06T10:00:00Z", 3).map((at) => at.slice(0, 10))).toEqual([
      "2026-11-13",
      "2026-11-20",
      "2026-11-27",
    ]);
  });

  it.each([
    [{ frequency: "every_15_minutes" }, "2026-11-23T08:15:00.000Z"],
    [{ frequency: "every_5_minutes" }, "2026-11-23T08:05:00.000Z"],
    [{ frequency: "hourly" }, "2026-11-23T09:00:00.000Z"],
    [{ frequency: "workday", time: "07:00" }, "2026-11-24T07:00:00.000Z"],
    [{ frequency: "weekly", day: "sunday", time: "07:00" }, "2026-11-29T07:00:00.000Z"],
  ] as const)("of %j", (given, at) => {
    expect(nextDueTime({ ...none, timezone: "UTC", ...given }, "2026-11-23T08:00:00Z")).toBe(at);
  });
});

describe("a cron expression", () => {
  it.each([
    "* * * *",
    "0 9 * * 1-5 *",
    "60 * * * *",
    "0 24 * * *",
    "0 0 0 * *",
    "0 0 L * *",
    "0 0 ? * *",
    "0 0 * * 5#2",
    "5/15 * * * *",
    "0 5-2 * * *",
    "*/0 * * * *",
    "@daily",
    "0 0 31 4,6 *",
    "-1 * * * *",
    "0 0 * foo *",
    "*-5 * * * *",
  ])("that cannot be used says why: %s", (text) => expect(parseCron(text)).toMatch(/^[A-Z].{20}/));

  it("takes names, lists, ranges and steps, and both Sundays", () => {
    expect(parseCron("*/20 8-10,22 1 JAN-mar/2 5-7")).toEqual({
      minutes: [0, 20, 40],
      hours: [8, 9, 10, 22],
      days: [1],
      months: [1, 3],
      weekdays: [0, 5, 6],
    });
    expect(fireRuleOf({ ...none, frequency: "custom", timezone: "UTC", cron: "* * * * *" })).toEqual({});
  });
});
