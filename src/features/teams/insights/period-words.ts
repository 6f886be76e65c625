import type { Granularity, UsageBucket } from "#contract/teams/insights.ts";
import type { ChartColumn } from "#ui/chart/columns-plot.tsx";
import type { Window } from "./insights-reads.ts";

// Labels are days of a calendar already: UTC keeps them as they are.
const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat("en", { timeZone: "UTC", ...options });
const short = {
  day: format({ month: "short", day: "numeric" }),
  week: format({ month: "short", day: "numeric" }),
  month: format({ month: "short" }),
};
const full = {
  day: format({ weekday: "long", month: "long", day: "numeric", year: "numeric" }),
  week: format({ month: "long", day: "numeric", year: "numeric" }),
  month: format({ month: "long", year: "numeric" }),
};

export const periodNames: Record<Granularity, string> = { day: "Day", week: "Week", month: "Month" };

/** The columns of a chart. The first and the last period are rarely whole: the window starts and ends in them. */
export function columnsOf(
  buckets: readonly UsageBucket[],
  granularity: Granularity,
  { startDate }: Window,
  timezone: string,
  values: (bucket: UsageBucket) => readonly number[],
): ChartColumn[] {
  const began = new Intl.DateTimeFormat("sv-SE", { timeZone: timezone, dateStyle: "short", timeStyle: "short" }).format(
    new Date(startDate),
  );
  return buckets.map((bucket, at) => {
    const { period } = bucket;
    const first = period.length === 7 ? `${period}-01` : period;
    const date = new Date(`${first}T00:00:00Z`);
    const title = `${granularity === "week" ? "Week of " : ""}${full[granularity].format(date)}`;
    const part =
      at === buckets.length - 1
        ? "so far"
        : at === 0 && began !== `${first} 00:00`
          ? `from ${startInWords(startDate, timezone)}`
          : undefined;
    return { label: short[granularity].format(date), title, values: values(bucket), ...(part ? { part } : {}) };
  });
}

function startInWords(startDate: string, timeZone: string): string {
  const options = { timeZone, month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  return new Intl.DateTimeFormat("en", options).format(new Date(startDate));
}
