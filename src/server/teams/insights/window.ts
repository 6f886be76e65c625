import { longestWindowDays } from "#contract/teams/insights.ts";

const day = 86_400_000;

/** From an instant on, and before another one. */
export interface Window {
  readonly start: string;
  readonly end: string;
}

interface Asked {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

/** The window that figures are of: within the last 365 days, and empty where all that was asked for is outside of them or ends before it starts. */
export function windowOf({ startDate, endDate }: Asked, now: Date, days: number): Window {
  const last = now.getTime();
  const first = last - longestWindowDays * day;
  const start = between(first, startDate === undefined ? last - days * day : Date.parse(startDate), last);
  const end = between(start, endDate === undefined ? last : Date.parse(endDate), last);
  return { start: new Date(start).toISOString(), end: new Date(end).toISOString() };
}

function between(least: number, value: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
