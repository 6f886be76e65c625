import { type Cron, parseCron } from "./cron.ts";
import { weekdays } from "./schedule.ts";
import type { Timing } from "./timing.ts";

/** The wall-clock times of a timing. A field that is undefined takes every value. */
export interface FireRule extends Cron {
  /** The day of each month, or its last one where it is shorter. */
  readonly dayOfMonth?: number;
}

const every: FireRule = { minutes: undefined, hours: undefined, days: undefined, months: undefined, weekdays: undefined };
const steps = (by: number) => Array.from({ length: 60 / by }, (_, i) => i * by);

/** What a complete timing means, all frequencies in one form. Throws for an incomplete one. */
export function fireRuleOf({ frequency, time, day, day_of_month, cron }: Timing): FireRule {
  const [hour = 0, minute = 0] = (time ?? "00:00").split(":").map(Number);
  const daily = { ...every, minutes: [minute], hours: [hour] };
  switch (frequency) {
    case "every_5_minutes":
      return { ...every, minutes: steps(5) };
    case "every_15_minutes":
      return { ...every, minutes: steps(15) };
    case "hourly":
      return { ...every, minutes: [0] };
    case "daily":
      return daily;
    case "workday":
      return { ...daily, weekdays: [1, 2, 3, 4, 5] };
    case "weekly":
      return { ...daily, weekdays: [weekdays.indexOf(day ?? "sunday")] };
    case "monthly":
      return { ...daily, dayOfMonth: day_of_month ?? 1 };
    case "custom":
      return customOf(cron ?? "");
    default:
      return frequency satisfies never;
  }
}

function customOf(cron: string): FireRule {
  const parsed = parseCron(cron);
  if (typeof parsed === "string") throw new Error(parsed);
  return parsed;
}
