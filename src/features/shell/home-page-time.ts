import type { Range } from "#contract/dashboards/page.ts";
import type { HomeSpan } from "./home-search.ts";

/** What Home tells of: the time as figures are counted over it, where it begins, and what it is called. */
export interface HomeTime {
  readonly range: Range;
  readonly from: string;
  /** Behind what is counted, as in "runs since your last visit". */
  readonly words: string;
  /** A line of its own. */
  readonly line: string;
}

const daysBack = 6;

/** `former`: when the visit before this one ended; null where there was none, and undefined where that is not known. */
export function homeTime(span: HomeSpan, former: string | null | undefined, now: number): HomeTime {
  const today = dayFrom(now, 0);
  if (span === "today")
    return {
      range: "today",
      from: today.toISOString(),
      words: "today",
      line: say(today, { weekday: "long", month: "long", day: "numeric" }),
    };
  if (span === "visit" && former)
    return {
      // Up to midnight: what comes within the day is in it, and the lists that the numbers open follow.
      range: { from: former, to: dayFrom(now, 1).toISOString() },
      from: former,
      words: "since your last visit",
      line: `Since ${momentOf(new Date(former), today)}`,
    };
  const from = dayFrom(now, -daysBack);
  const week = { range: "last_7_days", from: from.toISOString(), words: "in the last 7 days" } as const;
  if (span === "7d") return { ...week, line: `Since ${say(from, { weekday: "long", month: "long", day: "numeric" })}` };
  return { ...week, line: former === null ? "Your first visit: the last 7 days" : "Your last visit could not be loaded: the last 7 days" };
}

/** The beginning of a day, counted from the one of `now`, on the clock of the viewer. */
function dayFrom(now: number, days: number): Date {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days);
}

function say(at: Date, format: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat("en", format).format(at);
}

function momentOf(at: Date, today: Date): string {
  const clock = say(at, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  if (at >= today) return `${clock} today`;
  const isNear = at >= new Date(today.getFullYear(), today.getMonth(), today.getDate() - daysBack);
  return `${say(at, isNear ? { weekday: "long" } : { month: "long", day: "numeric" })}, ${clock}`;
}
