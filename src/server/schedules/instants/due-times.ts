import { fireRuleOf } from "#contract/schedules/fire-rule.ts";
import type { Timing } from "#contract/schedules/timing.ts";
import { firingsAfter, firingsByHour } from "./firings.ts";

/** The due times of a complete timing after an instant, in order. */
export function dueTimesAfter(timing: Timing, after: string): Generator<number> {
  return firingsAfter(fireRuleOf(timing), timing.timezone, Date.parse(after));
}

/** The due times after an instant and before another one, in order. */
export function dueTimesBetween(timing: Timing, after: number, to: number): Generator<number> {
  return firingsAfter(fireRuleOf(timing), timing.timezone, after, to);
}

/** How many due times each hour of UTC has, after an instant and before another one. */
export function dueTimesByHour(timing: Timing, after: number, to: number): Map<number, number> {
  return firingsByHour(fireRuleOf(timing), timing.timezone, after, to);
}

/** The first due time after an instant; null where none comes. */
export function nextDueTime(timing: Timing, after: string): string | null {
  const next = dueTimesAfter(timing, after).next();
  return next.done ? null : new Date(next.value).toISOString();
}
