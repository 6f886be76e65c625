import type { FireRule } from "#contract/schedules/fire-rule.ts";
import { type Jump, jumpsBetween, offsetAt } from "#server/platform/zone-offsets.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** Further from UTC than any zone's clock. */
const widest = 16 * 60 * minute;
/** The 29th of February can be eight years away. */
const horizonDays = 12 * 366;

/**
 * The instants after `after` and before `to` at which a zone's clock shows a time of the rule, in order, for about twelve years. Where the clock jumps:
 * - A time that the clock leaves out is due at the first instant behind the gap, once with whatever else is due then.
 * - A time that the clock shows twice is due the first time; where the rule takes every hour, both times.
 */
export function* firingsAfter(rule: FireRule, zone: string, after: number, to = Infinity): Generator<number> {
  const times = timesOfDay(rule);
  const twice = rule.hours === undefined;
  const first = Math.floor(after / day);
  let last = after;
  for (let from = first * day; from < Math.min((first + horizonDays) * day, to); from += day) {
    for (const at of within(rule, times, twice, zone, from)) {
      if (at >= to) return;
      if (at <= last) continue;
      yield at;
      last = at;
    }
  }
}

/**
 * How many of these instants each hour of UTC has before `to`, by the hour's first one. A day without a jump is counted by the hours of its times: a team
 * may have hundreds of schedules that are due each minute.
 */
export function firingsByHour(rule: FireRule, zone: string, after: number, to: number): Map<number, number> {
  const times = timesOfDay(rule);
  const counts = new Map<number, number>();
  const add = (at: number, count: number) => counts.set(at, (counts.get(at) ?? 0) + count);
  let known: { readonly offset: number; readonly hours: ReadonlyMap<number, number> } | undefined;
  for (let from = Math.floor(after / day) * day; from < to; from += day) {
    if (from <= after || from + day > to || jumpsAround(zone, from).length > 0) {
      for (const at of within(rule, times, rule.hours === undefined, zone, from))
        if (at > after && at < to) add(Math.floor(at / hour) * hour, 1);
      continue;
    }
    const offset = offsetAt(zone, from);
    if (known?.offset !== offset) known = { offset, hours: hoursOf(times, offset) };
    for (const local of localDays(rule, offset, from))
      for (const [at, count] of known.hours) if (local + at >= from && local + at < from + day) add(local + at, count);
  }
  return counts;
}

/** The hours of UTC that times of the clock fall into, and how many into each; from the beginning of the clock's day. */
function hoursOf(times: readonly number[], offset: number): Map<number, number> {
  const hours = new Map<number, number>();
  for (const time of times) {
    const at = Math.floor((time - offset) / hour) * hour;
    hours.set(at, (hours.get(at) ?? 0) + 1);
  }
  return hours;
}

const jumpsAround = (zone: string, from: number) => jumpsBetween(zone, from - 2 * day, from + 3 * day);

/** The days of the rule that a clock at this distance shows during one day of UTC. */
function localDays(rule: FireRule, offset: number, from: number): number[] {
  const first = Math.floor((from + offset) / day) * day;
  return [first, first + day].filter((local) => isDay(rule, local));
}

/** The due instants of one day of UTC. Near a jump, days of the zone's clock overlap in UTC: all are collected, and sorted, first. */
function within(rule: FireRule, times: readonly number[], twice: boolean, zone: string, from: number): number[] {
  const to = from + day;
  const jumps = jumpsAround(zone, from);
  if (jumps.length === 0) {
    const offset = offsetAt(zone, from);
    return localDays(rule, offset, from).flatMap((local) =>
      times.map((time) => local + time - offset).filter((at) => at >= from && at < to),
    );
  }
  const found = new Set<number>();
  for (let local = Math.floor((from - widest) / day) * day; local < to + widest; local += day) {
    if (!isDay(rule, local)) continue;
    for (const time of times) for (const at of instantsOf(local + time, jumps, twice)) if (at >= from && at < to) found.add(at);
  }
  return [...found].toSorted((a, b) => a - b);
}

/** When the clock shows a time near these jumps. `local`: the time as if it were one of UTC. */
function instantsOf(local: number, jumps: readonly Jump[], twice: boolean): number[] {
  const offsets = [jumps[0]?.before ?? 0, ...jumps.map(({ after }) => after)];
  const shown = offsets.flatMap((offset, i) => {
    const at = local - offset;
    return at >= (jumps[i - 1]?.at ?? -Infinity) && at < (jumps[i]?.at ?? Infinity) ? [at] : [];
  });
  if (shown.length > 0) return twice ? shown : shown.slice(0, 1);
  const gap = jumps.find(({ at, before, after }) => local >= at + before && local < at + after);
  return gap ? [Math.ceil(gap.at / minute) * minute] : [];
}

function timesOfDay({ hours, minutes }: FireRule): number[] {
  const upTo = (count: number) => Array.from({ length: count }, (_, i) => i);
  return (hours ?? upTo(24)).flatMap((h) => (minutes ?? upTo(60)).map((m) => (h * 60 + m) * minute));
}

/** Whether a day belongs to the rule. As cron has it, one of day of month and day of week is enough where both are set. */
function isDay({ days, months, weekdays, dayOfMonth }: FireRule, local: number): boolean {
  const date = new Date(local);
  if (months && !months.includes(date.getUTCMonth() + 1)) return false;
  if (dayOfMonth !== undefined) return date.getUTCDate() === Math.min(dayOfMonth, daysInMonth(date));
  const ofMonth = days?.includes(date.getUTCDate());
  const ofWeek = weekdays?.includes(date.getUTCDay());
  return ofMonth === undefined || ofWeek === undefined ? (ofMonth ?? ofWeek ?? true) : ofMonth || ofWeek;
}

function daysInMonth(date: Date): number {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
}
