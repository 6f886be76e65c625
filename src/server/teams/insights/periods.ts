import type { Granularity } from "#contract/teams/insights.ts";
import { jumpsBetween, offsetAt } from "#server/platform/zone-offsets.ts";
import type { Window } from "./window.ts";

const day = 86_400_000;

export interface Period {
  /** Its first day as a zone's calendar has it, as in 2026-01-31; of a month 2026-01. */
  readonly label: string;
  /** When it starts, which for the first one may be before the window. */
  readonly start: string;
}

/** The days, weeks from Monday on, or months of a zone that a window touches, in order. */
export function periodsOf({ start, end }: Window, granularity: Granularity, zone: string): Period[] {
  const [from, until] = [Date.parse(start), Date.parse(end)];
  const periods: Period[] = [];
  if (from === until) return periods;
  // Calendar days are counted in milliseconds as if they were days of UTC.
  for (let date = firstDayOf(from + offsetAt(zone, from), granularity); ; date = dayAfter(date, granularity)) {
    const began = startOf(date, zone);
    if (began >= until) return periods;
    periods.push({
      label: new Date(date).toISOString().slice(0, granularity === "month" ? 7 : 10),
      start: new Date(began).toISOString(),
    });
  }
}

function firstDayOf(clock: number, granularity: Granularity): number {
  const date = Math.floor(clock / day) * day;
  const at = new Date(date);
  if (granularity === "month") return Date.UTC(at.getUTCFullYear(), at.getUTCMonth());
  return granularity === "week" ? date - ((at.getUTCDay() + 6) % 7) * day : date;
}

function dayAfter(date: number, granularity: Granularity): number {
  if (granularity !== "month") return date + (granularity === "week" ? 7 : 1) * day;
  const at = new Date(date);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1);
}

/** The first instant at which a zone's calendar has a day. Clocks that jump at midnight skip it, or have it twice. */
function startOf(date: number, zone: string): number {
  const [jump] = jumpsBetween(zone, date - day, date + day);
  if (!jump) return date - offsetAt(zone, date);
  const midnight = date - jump.before;
  return midnight < jump.at ? midnight : Math.max(jump.at, date - jump.after);
}
