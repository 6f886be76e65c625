import { periodsOf } from "#server/platform/periods.ts";

export interface CountedWeek {
  /** Its Monday, as in 2026-11-23. */
  readonly week: string;
  readonly cases: number;
  /** Whether all of it was measured: neither the first nor the last week usually is. */
  readonly whole: boolean;
}

/** Weeks from Monday on, by the calendar of a zone, from the first instant to now, with how many of these instants are in each. */
export function weeksOf(came: readonly string[], { since, now, zone }: { since: string; now: string; zone: string }): CountedWeek[] {
  const sorted = came.toSorted();
  let at = 0;
  return periodsOf({ start: since, end: now }, "week", zone).map(({ label, start, end }) => {
    const first = at;
    while (at < sorted.length && (sorted[at] ?? "") < end) at++;
    return { week: label, cases: at - first, whole: start >= since && end <= now };
  });
}
