import type { FireRule } from "#contract/schedules/fire-rule.ts";
import { firingsAfter } from "./firings.ts";

// An oracle that shares nothing with the calculation: it looks at the clock of a zone in every minute, and remembers what the clock has shown.

const minute = 60_000;
/** The first minutes of a span only tell what the clock has shown before: no clock is set back further. */
const warmUp = 180 * minute;

/** What a zone's clock shows in a minute, as if it were an instant of UTC. */
function clockOf(zone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    calendar: "gregory",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  });
  return (at) => {
    const shown = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    return Date.UTC(shown.year ?? 0, (shown.month ?? 1) - 1, shown.day, shown.hour, shown.minute);
  };
}

function isTime(rule: FireRule, local: number): boolean {
  const date = new Date(local);
  const has = (values: readonly number[] | undefined, value: number) => values === undefined || values.includes(value);
  if (!has(rule.minutes, date.getUTCMinutes()) || !has(rule.hours, date.getUTCHours()) || !has(rule.months, date.getUTCMonth() + 1))
    return false;
  if (rule.dayOfMonth !== undefined) {
    const isLast = new Date(local + 1_440 * minute).getUTCDate() === 1;
    return date.getUTCDate() === rule.dayOfMonth || (isLast && rule.dayOfMonth > date.getUTCDate());
  }
  if (rule.days && rule.weekdays) return rule.days.includes(date.getUTCDate()) || rule.weekdays.includes(date.getUTCDay());
  return has(rule.days, date.getUTCDate()) && has(rule.weekdays, date.getUTCDay());
}

/** The minutes of a zone's clock in a span, each with the times that it shows or has just left out. Walked once for all rules. */
export function minutesOf(
  zone: string,
  from: number,
  to: number,
): readonly (readonly [at: number, shown: number, skipped: readonly number[]])[] {
  const clock = clockOf(zone);
  const walked: [number, number, number[]][] = [];
  let before = clock(from - minute);
  for (let at = from; at < to; at += minute) {
    const shown = clock(at);
    const skipped: number[] = [];
    for (let left = before + minute; left < shown; left += minute) skipped.push(left);
    walked.push([at, shown, skipped]);
    before = shown;
  }
  return walked;
}

/** The due minutes among those. */
export function dueMinutes(rule: FireRule, walked: ReturnType<typeof minutesOf>): number[] {
  const seen = new Set<number>();
  const due = walked.flatMap(([at, shown, skipped]) => {
    const again = rule.hours !== undefined && seen.has(shown);
    seen.add(shown);
    return (isTime(rule, shown) && !again) || skipped.some((left) => isTime(rule, left)) ? [at] : [];
  });
  const begin = (walked[0]?.[0] ?? 0) + warmUp;
  return due.filter((at) => at >= begin);
}

/** The same span as the calculation has it. */
export function calculated(rule: FireRule, zone: string, walked: ReturnType<typeof minutesOf>): number[] {
  const [from, to] = [(walked[0]?.[0] ?? 0) + warmUp, walked.at(-1)?.[0] ?? 0];
  const found: number[] = [];
  for (const at of firingsAfter(rule, zone, from - 1)) {
    if (at > to) break;
    found.push(at);
  }
  return found;
}

/** Instants at which a zone's clock jumps, by looking once an hour. */
export function hoursOfJumps(zone: string, from: number, to: number): number[] {
  const clock = clockOf(zone);
  const found: number[] = [];
  for (let at = from, ahead = clock(from) - from; at < to; at += 6 * 60 * minute) {
    const now = clock(at) - at;
    if (now !== ahead) found.push(at);
    ahead = now;
  }
  return found;
}
