import { parseCron } from "./cron.ts";
import type { Schedule } from "./schedule.ts";

// A schedule knows no year. One date is a cron expression of its day and month whose schedule is not recurring: the first time is the only one.

interface Moment {
  /** As in `2026-11-25`. */
  readonly date: string;
  /** As in `09:00`. */
  readonly time: string;
}

type OfOnce = Pick<Schedule, "frequency" | "cron"> & { readonly recurring?: boolean | null | undefined };

/** The day and time of a schedule that is due on one date; undefined for any other one. */
function only({ frequency, cron, recurring }: OfOnce): { month: number; day: number; hour: number; minute: number } | undefined {
  const parsed = recurring === false && frequency === "custom" ? parseCron(cron ?? "") : "";
  if (typeof parsed === "string" || parsed.weekdays) return undefined;
  const { months, days, hours, minutes } = parsed;
  const each = [months, days, hours, minutes].map((values) => (values?.length === 1 ? values[0] : undefined));
  const [month, day, hour, minute] = each;
  if (month === undefined || day === undefined || hour === undefined || minute === undefined) return undefined;
  return { month, day, hour, minute };
}

export function cronOfMoment({ date, time }: Moment): string {
  const [, month, day] = date.split("-").map(Number);
  const [hour, minute] = time.split(":").map(Number);
  return `${minute} ${hour} ${day} ${month} *`;
}

/** When a schedule of one date is due next, by its zone's clock; undefined for any other schedule. */
export function momentOf(schedule: OfOnce & Pick<Schedule, "timezone">, now: number): Moment | undefined {
  const found = only(schedule);
  if (!found) return undefined;
  const clock = clockIn(schedule.timezone, now);
  const time = `${two(found.hour)}:${two(found.minute)}`;
  for (let year = Number(clock.slice(0, 4)); ; year++) {
    const exists = found.month !== 2 || found.day !== 29 || isLeapYear(year);
    const date = `${year}-${two(found.month)}-${two(found.day)}`;
    if (exists && `${date}T${time}` > clock) return { date, time };
  }
}

const isLeapYear = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

/** The day and time of such a schedule in words; undefined for any other one. */
export function momentInWords(schedule: OfOnce): string | undefined {
  const found = only(schedule);
  if (!found) return undefined;
  const { month, day, hour, minute } = found;
  return `Once on ${dayAndMonth.format(Date.UTC(2024, month - 1, day))} at ${two(hour)}:${two(minute)}`;
}

/** Why a date and time cannot be meant; undefined for one that can. */
export function brokenMoment({ date, time }: Moment, zone: string, now: number): string | undefined {
  const clock = clockIn(zone, now);
  const meant = `${date}T${time}`;
  if (meant <= clock) return "Choose a date and time in the future";
  return meant > inAYear(clock) ? "Choose a date within a year from today" : undefined;
}

const two = (value: number) => String(value).padStart(2, "0");
const inAYear = (clock: string) => `${Number(clock.slice(0, 4)) + 1}${clock.slice(4)}`;
const dayAndMonth = new Intl.DateTimeFormat("en", { month: "long", day: "numeric", timeZone: "UTC" });

/** What the clock of a zone shows, as in `2026-11-25T09:00`. */
function clockIn(timeZone: string, now: number): string {
  const shown = new Intl.DateTimeFormat("sv", { dateStyle: "short", timeStyle: "short", timeZone }).format(now);
  return shown.replace(" ", "T");
}
