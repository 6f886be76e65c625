import type { Grain } from "#contract/dashboards/catalogue.ts";
import type { Range } from "#contract/dashboards/page.ts";
import { dayAt, daysAfter, mondayOf, monthAfter, type Period, periodsOf, startOfDay } from "#server/platform/periods.ts";

/** From an instant on, and before another one. */
export interface Instants {
  readonly from: string;
  readonly to: string;
}

/** The time that a query is about. */
export interface Span extends Instants {
  /** The time before it of the same length, as far as this one has come. */
  readonly former: Instants;
  readonly unfinished: boolean;
}

/** Calendar days: the first one, the one after the last, and the first one of the time before. */
type Days = readonly [first: number, after: number, before: number];

const firstInstant = Date.parse("1970-01-01T00:00:00.000Z");
const iso = (at: number) => new Date(Math.max(at, firstInstant)).toISOString();

/** The span of a range at a moment, or null for all time. It ends with today at the latest: nothing is counted in advance. */
export function spanOf(range: Range, zone: string, now: Date): Span | null {
  if (range === "all_time") return null;
  const at = now.getTime();
  const tonight = startOfDay(daysAfter(dayAt(at, zone), 1), zone);
  const { from, to, before } = typeof range === "string" ? named(range, zone, at) : between(range);
  const end = Math.min(to, tonight);
  const elapsed = Math.max(0, Math.min(at, end) - from);
  const until = to > at ? Math.min(before + elapsed, from) : from;
  return { from: iso(from), to: iso(Math.max(from, end)), former: { from: iso(before), to: iso(until) }, unfinished: to > at };
}

function between({ from, to }: Instants) {
  const [first, end] = [Date.parse(from), Date.parse(to)];
  return { from: first, to: end, before: first - (end - first) };
}

function named(range: Exclude<Range, "all_time" | Instants>, zone: string, at: number) {
  const [first, after, before] = daysOf(range, dayAt(at, zone));
  return { from: startOfDay(first, zone), to: startOfDay(after, zone), before: startOfDay(before, zone) };
}

function daysOf(range: Exclude<Range, "all_time" | Instants>, today: number): Days {
  const last = (count: number): Days => [daysAfter(today, 1 - count), daysAfter(today, 1), daysAfter(today, 1 - 2 * count)];
  const weeks = (back: number): Days => {
    const first = daysAfter(mondayOf(today), -7 * back);
    return [first, daysAfter(first, 7), daysAfter(first, -7)];
  };
  const months = (first: number, count: number): Days => [first, monthAfter(first, count), monthAfter(first, -count)];
  const month = monthAfter(today, 0);
  const quarter = monthAfter(today, -(new Date(today).getUTCMonth() % 3));
  switch (range) {
    case "today":
      return last(1);
    case "yesterday":
      return [daysAfter(today, -1), today, daysAfter(today, -2)];
    case "last_7_days":
      return last(7);
    case "last_30_days":
      return last(30);
    case "last_90_days":
      return last(90);
    case "last_365_days":
      return last(365);
    case "this_week":
      return weeks(0);
    case "last_week":
      return weeks(1);
    case "this_month":
      return months(month, 1);
    case "last_month":
      return months(monthAfter(month, -1), 1);
    case "this_quarter":
      return months(quarter, 3);
    case "last_quarter":
      return months(monthAfter(quarter, -3), 3);
    default:
      return months(monthAfter(month, -new Date(month).getUTCMonth()), 12);
  }
}

/** As many hours as a month has. */
const mostPeriods = 750;
const coarser: Readonly<Record<Grain, Grain | undefined>> = { hour: "day", day: "week", week: "month", month: undefined };
const lengthOf: Readonly<Record<Grain, number>> = { hour: 3_600_000, day: 86_400_000, week: 604_800_000, month: 2_592_000_000 };

/** The grain of a span: the one that was asked for, or the next one that a chart has room for. */
export function grainOf({ from, to }: Instants, asked: Grain | undefined): Grain {
  const length = Date.parse(to) - Date.parse(from);
  const fits = (grain: Grain, most: number) => length / lengthOf[grain] <= most;
  if (!asked) return (["hour", "day", "week"] as const).find((grain) => fits(grain, 62)) ?? "month";
  const next = coarser[asked];
  return fits(asked, mostPeriods - 2) || !next ? asked : grainOf({ from, to }, next);
}

export function periodsIn({ from, to }: Instants, grain: Grain, zone: string): Period[] {
  return periodsOf({ start: from, end: to }, grain, zone);
}
