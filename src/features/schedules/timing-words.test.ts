import { expect, it } from "vitest";
import { titleOfDue } from "#contract/schedules/timing-words.ts";

const due = "2026-11-28T07:53:00.000Z";
const none = { time: null, day: null, day_of_month: null, cron: null };

it.each([
  [{ ...none, frequency: "custom", cron: "* * * * *", timezone: "UTC" }, "Every minute, 07:53"],
  [{ ...none, frequency: "hourly", timezone: "Europe/Berlin" }, "Every hour, 08:53"],
  [{ ...none, frequency: "daily", time: "23:30", timezone: "Asia/Tokyo" }, "Every day at 23:30, Nov 28"],
  [{ ...none, frequency: "weekly", day: "saturday", time: "07:53", timezone: "UTC" }, "Every Saturday at 07:53, Nov 28"],
  [{ ...none, frequency: "custom", cron: "53 7 28 11 *", timezone: "UTC", recurring: false }, "Once on November 28 at 07:53"],
] as const)("a run that %o starts is called %s", (schedule, title) => {
  expect(titleOfDue(schedule, due)).toBe(title);
});

it("a run that a person starts by hand says so", () => {
  expect(titleOfDue({ ...none, frequency: "hourly", timezone: "UTC" }, null)).toBe("Every hour, started by hand");
});
