import { jumpsBetween, offsetAt } from "./zone-offsets.ts";

const hour = 3_600_000;
const day = 24 * hour;

export type PeriodGrain = "hour" | "day" | "week" | "month";

export interface Period {
  /** Its first day as a zone's calendar has it, as in 2026-01-31; of a month 2026-01, of an hour 2026-01-31T14:00. */
  readonly label: string;
  /** When it starts, which for the first one may be before the window. */
  readonly start: string;
  /** When the next one starts, which for the last one may be after the window. */
  readonly end: string;
}

interface Window {
  readonly start: string;
  readonly end: string;
}

const iso = (at: number) => new Date(at).toISOString();

/** The hours, days, weeks from Monday on, or months of a zone that a window touches, in order. */
export function periodsOf({ start, end }: Window, grain: PeriodGrain, zone: string): Period[] {
  const [from, until] = [Date.parse(start), Date.parse(end)];
  if (from === until) return [];
  return grain === "hour" ? hoursOf(from, until, zone) : datesOf(from, until, grain, zone);
}

function datesOf(from: number, until: number, grain: PeriodGrain, zone: string): Period[] {
  const periods: Period[] = [];
  let date = firstDayOf(dayAt(from, zone), grain);
  for (let began = startOfDay(date, zone); began < until;) {
    const next = firstDayAfter(date, grain);
    const ended = startOfDay(next, zone);
    // A zone that moved to the other side of the date line left a day out.
    if (ended > began) periods.push({ label: iso(date).slice(0, grain === "month" ? 7 : 10), start: iso(began), end: iso(ended) });
    [date, began] = [next, ended];
  }
  return periods;
}

/** An hour of the clock. One in which clocks jump by half an hour is two. */
function hoursOf(from: number, until: number, zone: string): Period[] {
  const jumps = jumpsBetween(zone, from - 2 * hour, until + 2 * hour);
  const clock = (at: number) => at + offsetAt(zone, at);
  const jumpIn = (after: number, before: number) => jumps.findLast(({ at }) => at > after && at <= before)?.at;
  const whole = from - (((clock(from) % hour) + hour) % hour);
  const periods: Period[] = [];
  for (let began = jumpIn(whole, from) ?? whole; began < until;) {
    const full = began + hour - (((clock(began) % hour) + hour) % hour);
    const ended = jumps.find(({ at }) => at > began && at <= full)?.at ?? full;
    periods.push({ label: iso(clock(began)).slice(0, 16), start: iso(began), end: iso(ended) });
    began = ended;
  }
  return periods;
}

/** The calendar day of a zone at an instant. Days are counted in milliseconds as if they were days of UTC. */
export function dayAt(at: number, zone: string): number {
  return Math.floor((at + offsetAt(zone, at)) / day) * day;
}

export function daysAfter(date: number, count: number): number {
  return date + count * day;
}

/** The first day of the month that lies so many months after that of a day. */
export function monthAfter(date: number, count: number): number {
  const at = new Date(date);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + count);
}

/** The Monday of the week of a day. */
export function mondayOf(date: number): number {
  return date - ((new Date(date).getUTCDay() + 6) % 7) * day;
}

function firstDayOf(date: number, grain: PeriodGrain): number {
  if (grain === "month") return monthAfter(date, 0);
  return grain === "week" ? mondayOf(date) : date;
}

function firstDayAfter(date: number, grain: PeriodGrain): number {
  return grain === "month" ? monthAfter(date, 1) : daysAfter(date, grain === "week" ? 7 : 1);
}

/** The first instant at which a zone's calendar has a day. Clocks that jump at midnight skip it, or have it twice. */
export function startOfDay(date: number, zone: string): number {
  const [jump] = jumpsBetween(zone, date - day, date + day);
  if (!jump) return date - offsetAt(zone, date);
  const midnight = date - jump.before;
  return midnight < jump.at ? midnight : Math.max(jump.at, date - jump.after);
}
