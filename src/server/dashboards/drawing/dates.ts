import type { Grain } from "#contract/dashboards/catalogue.ts";

type Parts = Intl.DateTimeFormatOptions;

/** Dates as a page writes them: in its zone, with the year where it is another than that of `today`. */
export interface Dates {
  /** Below an axis: "9 AM", "Oct 16", "Oct". */
  readonly label: (instant: string, grain: Grain) => string;
  /** A period in full: "Fri, Oct 16", "Oct 5–11", "October 2026". */
  readonly period: (instant: string, grain: Grain) => string;
  /** From an instant up to another one: "October 2026", "Oct 5 – Nov 27, 2026". */
  readonly span: (from: string, to: string) => string;
  /** The same in a sentence: "in October 2026", "from Oct 5 to Nov 27, 2026". */
  readonly within: (from: string, to: string) => string;
  /** What a figure is compared with: "in September", "in the 30 days before". */
  readonly before: (from: string, formerFrom: string | null, to: string) => string;
  readonly moment: (instant: string) => string;
  /** "New York time". */
  readonly zone: string;
}

const day = 86_400_000;

export function datesOf(zone: string, today: string): Dates {
  const known = new Map<string, Intl.DateTimeFormat>();
  const write = (instant: string | number, options: Parts): string => {
    const key = JSON.stringify(options);
    const format = known.get(key) ?? new Intl.DateTimeFormat("en-US", { ...options, timeZone: zone });
    known.set(key, format);
    const date = new Date(instant);
    return Number.isNaN(date.getTime()) ? "" : format.format(date).replaceAll("\u202f", " ");
  };
  const year = (instant: string | number) => write(instant, { year: "numeric" });
  const otherYear = (instant: string | number): Parts => (year(instant) === year(today) ? {} : { year: "numeric" });
  const dayOf = (instant: string | number) => write(instant, { year: "numeric", month: "2-digit", day: "2-digit" });
  const clock = (instant: string | number) => write(instant, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const isFirst = (instant: string) => clock(instant) === "00:00" && write(instant, { day: "numeric" }) === "1";
  const short = (instant: string | number, more: Parts = {}) => write(instant, { month: "short", day: "numeric", ...more });

  /** The whole month that a span is. */
  const monthOf = (from: string, to: string): string | null => {
    if (!isFirst(from) || !isFirst(to)) return null;
    const length = Date.parse(to) - Date.parse(from);
    return length > 27 * day && length < 32 * day ? write(from, { month: "long" }) : null;
  };
  const span = (from: string, to: string): string => {
    const month = monthOf(from, to);
    if (month) return `${month} ${year(from)}`;
    const last = Date.parse(to) - 1;
    if (isFirst(from) && isFirst(to) && write(from, { month: "numeric" }) === "1" && year(last) === year(from)) return year(from);
    if (dayOf(from) === dayOf(last)) return write(from, { month: "long", day: "numeric", year: "numeric" });
    return `${short(from, year(from) === year(last) ? {} : { year: "numeric" })} – ${short(last, { year: "numeric" })}`;
  };

  return {
    label: (instant, grain) => {
      if (grain === "hour") return clock(instant) === "00:00" ? short(instant) : write(instant, { hour: "numeric" });
      if (grain !== "month") return short(instant);
      return write(instant, { month: "short", ...(write(instant, { month: "numeric" }) === "1" ? { year: "numeric" } : {}) });
    },
    period: (instant, grain) => {
      if (grain === "hour") return `${short(instant, otherYear(instant))}, ${write(instant, { hour: "numeric" })}`;
      if (grain === "day") return short(instant, { weekday: "short", ...otherYear(instant) });
      if (grain === "month") return write(instant, { month: "long", year: "numeric" });
      // The middle of the seventh day: clocks change in between.
      const end = Date.parse(instant) + 6.5 * day;
      if (Number.isNaN(end)) return "";
      const sameMonth = write(instant, { month: "numeric" }) === write(end, { month: "numeric" });
      return `${short(instant, otherYear(instant))}–${sameMonth ? write(end, { day: "numeric" }) : short(end)}`;
    },
    span,
    within: (from, to) => {
      const said = span(from, to);
      if (said.includes(" – ")) return `from ${said.replace(" – ", " to ")}`;
      return dayOf(from) === dayOf(Date.parse(to) - 1) ? `on ${said}` : `in ${said}`;
    },
    before: (from, formerFrom, to) => {
      const month = formerFrom && monthOf(formerFrom, from);
      if (month && formerFrom) return `in ${month}${year(formerFrom) === year(today) ? "" : ` ${year(formerFrom)}`}`;
      const days = Math.round((Date.parse(from) - (formerFrom ? Date.parse(formerFrom) : 2 * Date.parse(from) - Date.parse(to))) / day);
      return days > 1 ? `in the ${days} days before` : days === 1 ? "on the day before" : "before";
    },
    moment: (instant) => write(instant, { month: "short", day: "numeric", year: "numeric", hour: "numeric", minute: "2-digit" }),
    zone: zone === "UTC" || zone === "Etc/UTC" ? "UTC" : `${(zone.split("/").at(-1) ?? zone).replaceAll("_", " ")} time`,
  };
}

/** How many periods apart labels are, so that at most `most` of them are shown: by steps that people count in. */
export function stepOf(periods: number, grain: Grain, most = 8): number {
  const steps = {
    hour: [1, 2, 3, 4, 6, 12, 24, 48, 72, 168],
    day: [1, 2, 5, 7, 10, 14, 28],
    week: [1, 2, 4, 8, 13, 26],
    month: [1, 2, 3, 6, 12],
  };
  const least = Math.ceil(periods / most);
  return steps[grain].find((step) => step >= least) ?? least;
}

export const soFar: Readonly<Record<Grain, string>> = {
  hour: "This hour so far",
  day: "Today so far",
  week: "This week so far",
  month: "This month so far",
};
