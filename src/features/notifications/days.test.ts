import { expect, it } from "vitest";
import type { Notification } from "#contract/notifications/notification.ts";
import { dayInWords, daysOf } from "./days.ts";

const told = (id: string, last_at: string, type: Notification["type"] = "job_issue") =>
  ({ id, last_at, type, resolved_at: null }) as unknown as Notification;
const shape = (all: readonly Notification[], zone = "UTC") =>
  daysOf(all, zone).map(({ date, lines }) => [date, ...lines.map((line) => ("all" in line ? line.all.map(({ id }) => id) : line.id))]);

it("puts days in the zone of the reader, and what is done together", () => {
  const all = [
    told("fails", "2026-03-02T01:00:00Z"),
    told("done 1", "2026-03-02T00:30:00Z", "job_done"),
    told("done 2", "2026-03-02T00:20:00Z", "job_done"),
    told("done 3", "2026-03-02T00:10:00Z", "job_done"),
    told("export", "2026-03-02T00:05:00Z", "background_job"),
    told("done 4", "2026-03-02T00:04:00Z", "job_done"),
    told("early", "2026-03-01T23:00:00Z"),
  ];
  expect(shape(all)).toEqual([
    ["2026-03-02", "fails", ["done 1", "done 2", "done 3"], "export", "done 4"],
    ["2026-03-01", "early"],
  ]);
  expect(shape(all, "America/New_York").map(([date]) => date)).toEqual(["2026-03-01"]);
});

it("calls a day by its distance, then by its name", () => {
  expect(dayInWords("2026-03-01", "2026-03-01")).toBe("Today");
  expect(dayInWords("2026-02-28", "2026-03-01")).toBe("Yesterday");
  expect(dayInWords("2026-02-26", "2026-03-01")).toBe("Thursday, February 26");
  expect(dayInWords("2025-12-31", "2026-03-01")).toBe("Wednesday, December 31, 2025");
});
