import { text } from "#contract/fields.ts";
import { zone } from "#contract/zone.ts";
import { z } from "#contract/zod.ts";
import { parseCron } from "./cron.ts";
import { type Frequency, frequencies, weekdays } from "./schedule.ts";

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: "Use hours and minutes from 00:00 to 23:59" });

/** When a schedule is due. What does not belong to its frequency is accepted, and stored as null. */
export const timing = {
  frequency: z.enum(frequencies),
  time: clock.nullable().optional(),
  timezone: zone,
  day: z.enum(weekdays).nullable().optional(),
  day_of_month: z.int().min(1).max(31).nullable().optional(),
  /** The limit of 100 is ours. */
  cron: text(1, 100).nullable().optional(),
};
export const Timing = z.strictObject(timing);
export type Timing = z.output<typeof Timing>;

/** What a frequency has to know beside the time zone. */
const needs: Record<Frequency, readonly ("time" | "day" | "day_of_month" | "cron")[]> = {
  every_5_minutes: [],
  every_15_minutes: [],
  hourly: [],
  daily: ["time"],
  workday: ["time"],
  weekly: ["day", "time"],
  monthly: ["day_of_month", "time"],
  custom: ["cron"],
};
const needWords = {
  time: "Enter the time of day, such as 09:00",
  day: "Choose the day of the week",
  day_of_month: "Enter the day of the month, from 1 to 31",
  cron: "Enter a cron expression, such as 0 9 * * 1-5",
} as const;

/** A timing with nothing that does not belong to its frequency. */
export function ownTiming({ frequency, timezone, ...given }: Timing): Required<Timing> {
  const own = (field: (typeof needs)[Frequency][number]) => needs[frequency].includes(field);
  return {
    frequency,
    timezone,
    time: own("time") ? (given.time ?? null) : null,
    day: own("day") ? (given.day ?? null) : null,
    day_of_month: own("day_of_month") ? (given.day_of_month ?? null) : null,
    cron: own("cron") ? (given.cron?.trim() ?? null) : null,
  };
}

/** The first field that a timing lacks or has wrong, with a sentence; undefined for one that is complete. */
export function brokenTiming(given: Timing): { readonly field: keyof typeof needWords; readonly message: string } | undefined {
  const lacks = needs[given.frequency].find((field) => given[field] === null || given[field] === undefined);
  if (lacks) return { field: lacks, message: needWords[lacks] };
  const cron = given.frequency === "custom" ? parseCron(given.cron ?? "") : undefined;
  return typeof cron === "string" ? { field: "cron", message: cron } : undefined;
}

/** Adds the rules of frequencies to a body that has all fields of a timing. */
export function complete<S extends z.ZodType<Timing>>(body: S): S {
  return body.check((ctx) => {
    const broken = brokenTiming(ctx.value);
    if (broken) ctx.issues.push({ code: "custom", path: [broken.field], message: broken.message, input: ctx.value });
  });
}
