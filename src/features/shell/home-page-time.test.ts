import { expect, it } from "vitest";
import { homeTime } from "./home-page-time.ts";

// On the clock of the machine, whatever its zone: Friday, November 27, 2026, 10:15.
const now = new Date(2026, 10, 27, 10, 15).getTime();
const at = (...parts: [month: number, day: number, hour: number, minute: number]) => new Date(2026, ...parts).toISOString();
const midnight = (month: number, day: number) => at(month, day, 0, 0);

it("tells of the time since the former visit, up to the end of today", () => {
  const former = at(10, 25, 17, 40);
  expect(homeTime("visit", former, now)).toEqual({
    range: { from: former, to: midnight(10, 28) },
    from: former,
    words: "since your last visit",
    line: "Since Wednesday, 17:40",
  });
});

it("is the same at any time of a day", () => {
  const former = at(10, 25, 17, 40);
  for (const [hour, minute] of [
    [0, 0],
    [23, 59],
  ] as const)
    expect(homeTime("visit", former, new Date(2026, 10, 27, hour, minute).getTime())).toEqual(homeTime("visit", former, now));
});

it("names the day of a former visit where its weekday would be another one, and none for today", () => {
  const lineOf = (former: string) => homeTime("visit", former, now).line;
  expect(lineOf(at(10, 27, 8, 5))).toBe("Since 08:05 today");
  expect(lineOf(at(10, 21, 0, 0))).toBe("Since Saturday, 00:00");
  expect(lineOf(at(10, 20, 23, 59))).toBe("Since November 20, 23:59");
});

it("tells of seven days where there was no visit before, or none is known", () => {
  const week = { range: "last_7_days", from: midnight(10, 21), words: "in the last 7 days" };
  expect(homeTime("visit", null, now)).toEqual({ ...week, line: "Your first visit: the last 7 days" });
  expect(homeTime("visit", undefined, now)).toEqual({ ...week, line: "Your last visit could not be loaded: the last 7 days" });
  expect(homeTime("7d", at(10, 27, 8, 5), now)).toEqual({ ...week, line: "Since Saturday, November 21" });
});

it("tells of today by name", () => {
  expect(homeTime("today", at(10, 25, 17, 40), now)).toEqual({
    range: "today",
    from: midnight(10, 27),
    words: "today",
    line: "Friday, November 27",
  });
});
