import type { Cron } from "./cron.ts";

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const months = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
const two = (value: number) => String(value).padStart(2, "0");

/** "a, b and c". */
function listed(words: readonly string[], last = "and"): string {
  return words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

/** What a cron expression means, in a sentence without its zone. A day of the month and a day of the week are alternatives, as cron has it. */
export function cronInWords(cron: Cron): string {
  return [timesInWords(cron), daysInWords(cron), cron.months ? `in ${listed(cron.months.map((month) => months[month - 1] ?? ""))}` : ""]
    .filter(Boolean)
    .join(" ");
}

function timesInWords({ minutes, hours }: Cron): string {
  const few = (hours?.length ?? 25) * (minutes?.length ?? 61) <= 6;
  if (hours && minutes && few) return `At ${listed(hours.flatMap((hour) => minutes.map((minute) => `${two(hour)}:${two(minute)}`)))}`;
  const during = hours ? ` of ${hoursInWords(hours)}` : "";
  if (!minutes || minutes.length === 60) return hours ? `Every minute${during}` : "Every minute";
  const step = stepOf(minutes, 60);
  if (step) return `Every ${step} minutes${during}`;
  const named = `minute${minutes.length > 1 ? "s" : ""} ${listed(minutes.map(String))}`;
  return hours ? `At ${named}${during}` : `At ${named} of every hour`;
}

function hoursInWords(hours: readonly number[]): string {
  const [first = 0, last = 0] = [hours[0], hours.at(-1)];
  const joined = hours.length > 2 && last - first === hours.length - 1;
  return joined
    ? `the hours from ${two(first)}:00 to ${two(last)}:59`
    : `the hour${hours.length > 1 ? "s" : ""} ${listed(hours.map((hour) => `${two(hour)}:00`))}`;
}

/** The step of values that go through a whole range from 0; undefined for others. */
function stepOf(values: readonly number[], range: number): number | undefined {
  const step = range / values.length;
  return Number.isInteger(step) && values.length > 1 && values.every((value, i) => value === i * step) ? step : undefined;
}

function daysInWords({ hours, days, weekdays: ofWeek }: Cron): string {
  const monthly = days && `on day${days.length > 1 ? "s" : ""} ${listed(days.map(String))} of the month`;
  const weekly = ofWeek && weekdaysInWords(ofWeek);
  if (monthly && weekly) return `${monthly}, or ${weekly}`;
  return monthly ?? weekly ?? (hours ? "every day" : "");
}

function weekdaysInWords(days: readonly number[]): string {
  if (days.length === 7) return "every day";
  if (days.join() === "1,2,3,4,5") return "from Monday to Friday";
  return `on ${listed(days.map((day) => `${weekdays[day]}s`))}`;
}
