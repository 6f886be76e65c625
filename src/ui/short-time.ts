const dayAndClock = new Intl.DateTimeFormat("en", { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** A day and a time of it, where a word of a sentence is all there is room for. `at` is ISO 8601. */
export function shortTime(at: string): string {
  return dayAndClock.format(new Date(at));
}
