import { dueTimesBetween, dueTimesByHour } from "#server/schedules/instants/due-times.ts";
import { offsetAt } from "#server/platform/zone-offsets.ts";
import type { Timing } from "#contract/schedules/timing.ts";

const hour = 3_600_000;
const day = 24 * hour;

/** The first instants of seven days of a zone's clock, and of the one after them. The first is a Monday. `week`: 0 has the day of `now`, -1 is the one before. */
export function daysOf(week: number, zone: string, now: string): string[] {
  const at = Date.parse(now);
  const today = Math.floor((at + offsetAt(zone, at)) / day);
  // The first day that instants are counted from was a Thursday.
  const monday = today - ((((today + 3) % 7) + 7) % 7);
  return Array.from({ length: 8 }, (_, i) => new Date(startOf((monday + week * 7 + i) * day, zone)).toISOString());
}

/** When a day begins: where midnight is left out, at the first instant behind the gap. */
function startOf(local: number, zone: string): number {
  const before = offsetAt(zone, local - day);
  const after = offsetAt(zone, local + day);
  const first = local - Math.max(before, after);
  return offsetAt(zone, first) === Math.max(before, after) ? first : local - Math.min(before, after);
}

type Planned = Timing & { readonly recurring: boolean | null; readonly next_fire_at: string };

/** When a schedule is due within some hours, in order. */
export function plannedTimes(schedule: Planned, from: number, to: number): string[] {
  const first = Date.parse(schedule.next_fire_at);
  const later = schedule.recurring === false ? [] : dueTimesBetween(schedule, Math.max(first, from - 1), to);
  return [...(first >= from && first < to ? [first] : []), ...later].map((at) => new Date(at).toISOString());
}

/** The hours in which a schedule is due before an instant, by their first ones, and how often in each. */
export function plannedHours(schedule: Planned, from: number, to: number): Map<number, number> {
  const first = Date.parse(schedule.next_fire_at);
  const hours = schedule.recurring === false ? new Map<number, number>() : dueTimesByHour(schedule, Math.max(first, from - 1), to);
  const firstHour = Math.floor(first / hour) * hour;
  if (first >= from && first < to) hours.set(firstHour, (hours.get(firstHour) ?? 0) + 1);
  return hours;
}
