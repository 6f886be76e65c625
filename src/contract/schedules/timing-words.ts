import { parseCron } from "./cron.ts";
import { cronInWords } from "./cron-words.ts";
import { momentInWords } from "./once.ts";
import type { Frequency, Schedule } from "./schedule.ts";

export const frequencyNames: Record<Frequency, string> = {
  every_5_minutes: "Every 5 minutes",
  every_15_minutes: "Every 15 minutes",
  hourly: "Every hour",
  daily: "Every day",
  workday: "Every weekday",
  weekly: "Every week",
  monthly: "Every month",
  custom: "Cron expression",
};

type Times = Pick<Schedule, "frequency" | "time" | "day" | "day_of_month" | "cron">;

/** When a schedule is due, without its zone. */
export function timesInWords({ frequency, time, day, day_of_month, cron }: Times): string {
  const at = time ? ` at ${time}` : "";
  switch (frequency) {
    case "weekly":
      return `Every ${day ? `${day.charAt(0).toUpperCase()}${day.slice(1)}` : "Week"}${at}`;
    case "monthly":
      return `On day ${day_of_month ?? "…"} of every month${(day_of_month ?? 1) > 28 ? ", or its last day," : ""}${at}`;
    case "custom": {
      const parsed = parseCron(cron ?? "");
      return typeof parsed === "string" ? `By ${cron ?? "a cron expression"}` : cronInWords(parsed);
    }
    default:
      return `${frequencyNames[frequency]}${at}`;
  }
}

/** Due at most once a day: the day tells two of their times apart, and the hour those of the others. */
const onceADay: readonly Frequency[] = ["daily", "workday", "weekly", "monthly"];

/** What a run that a schedule starts is called, as in "Every hour, 07:00". `due` is ISO 8601; null: a person started it. */
export function titleOfDue(
  schedule: Times & Pick<Schedule, "timezone"> & { readonly recurring?: boolean | null },
  due: string | null,
): string {
  const words = momentInWords(schedule) ?? timesInWords(schedule);
  if (due === null) return `${words}, started by hand`;
  if (momentInWords(schedule)) return words;
  const { timezone: timeZone, frequency } = schedule;
  const shown = onceADay.includes(frequency)
    ? new Intl.DateTimeFormat("en", { month: "short", day: "numeric", timeZone })
    : new Intl.DateTimeFormat("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone });
  return `${words}, ${shown.format(new Date(due))}`;
}
