import { expect, test } from "vitest";
import { daysOf } from "./week.ts";

const hours = (days: readonly string[]) => days.slice(1).map((to, at) => (Date.parse(to) - Date.parse(days[at] ?? "")) / 3_600_000);
const whole = [24, 24, 24, 24, 24, 24, 24];

test("a week begins with a Monday, on every day and in every zone", () => {
  for (const zone of ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Kathmandu"])
    for (let day = 1; day <= 14; day++) {
      const now = `2026-06-${String(day).padStart(2, "0")}T11:00:00.000Z`;
      const days = daysOf(0, zone, now);
      const weekday = new Date(days[0] ?? "").toLocaleDateString("en", { timeZone: zone, weekday: "long" });
      expect([weekday, hours(days)]).toEqual(["Monday", whole]);
      expect((days[0] ?? "") <= now && now < (days[7] ?? "")).toBe(true);
      expect(daysOf(-1, zone, now)[7]).toBe(days[0]);
    }
});

test("a day has 23 or 25 hours where clocks jump, and 23.5 where they jump by half of one", () => {
  expect(hours(daysOf(0, "Europe/Berlin", "2026-03-25T12:00:00.000Z"))).toEqual([24, 24, 24, 24, 24, 24, 23]);
  expect(hours(daysOf(0, "Europe/Berlin", "2026-10-25T23:30:00.000Z"))).toEqual(whole);
  expect(hours(daysOf(-1, "Europe/Berlin", "2026-10-26T12:00:00.000Z"))).toEqual([24, 24, 24, 24, 24, 24, 25]);
  expect(hours(daysOf(0, "Australia/Lord_Howe", "2026-10-04T00:00:00.000Z"))).toEqual([24, 24, 24, 24, 24, 24, 23.5]);
});
