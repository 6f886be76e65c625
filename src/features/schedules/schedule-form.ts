import { type Schedule, frequencies } from "#contract/schedules/schedule.ts";
import { createSchedule } from "#contract/schedules/schedules.ts";
import { brokenTiming } from "#contract/schedules/timing.ts";
import { zone } from "#contract/zone.ts";
import { type Input, type Output, z } from "#contract/zod.ts";
import { capitalized } from "#ui/capitalized.ts";
import { brokenMoment, cronOfMoment, momentOf } from "#contract/schedules/once.ts";
import { frequencyNames } from "#contract/schedules/timing-words.ts";
import { catchUpWords, overlapWords, settingWords } from "./schedule-words.ts";
import { ownZone } from "#ui/own-zone.ts";

const fields = z.strictObject({
  ...createSchedule.body.shape,
  /** `once`: on a date, which the contract has as a cron expression that does not recur. */
  frequency: z.enum(["once", ...frequencies]),
  date: z.string(),
});

/** The body of a schedule, with a date for one that is due once. */
export const ScheduleForm = fields
  .check(({ value, issues }) => {
    const { frequency, date, time, timezone } = value;
    if (frequency !== "once") return;
    const broken = (path: string, message: string) => issues.push({ code: "custom", path: [path], message, input: value });
    const noTime = brokenTiming({ frequency: "daily", time, timezone });
    if (date === "") broken("date", "Choose a date");
    else if (noTime) broken(noTime.field, noTime.message);
    else if (time && zone.safeParse(timezone).success) {
      const message = brokenMoment({ date, time }, timezone, Date.now());
      if (message) broken("date", message);
    }
  })
  .transform(({ date, frequency, ...body }): Input<typeof createSchedule.body> =>
    frequency === "once"
      ? { ...body, frequency: "custom", cron: cronOfMoment({ date, time: body.time ?? "" }), recurring: false }
      : { ...body, frequency },
  )
  .pipe(createSchedule.body);

export type ScheduleValues = Input<typeof ScheduleForm>;
export type ScheduleBody = Output<typeof ScheduleForm>;

/** What makes a schedule, or one like it again; for every weekday at nine where there is none. */
export function bodyOf(schedule: Schedule | undefined) {
  return {
    enabled: schedule?.enabled ?? true,
    frequency: schedule?.frequency ?? "workday",
    time: schedule?.time ?? "09:00",
    timezone: schedule?.timezone ?? ownZone(),
    day: (schedule?.day ?? "monday") as ScheduleValues["day"],
    day_of_month: schedule?.day_of_month ?? 1,
    cron: schedule?.cron ?? "0 9 * * 1-5",
    recurring: schedule?.recurring ?? true,
    catch_up: schedule?.catch_up ?? "one",
    overlap: schedule?.overlap ?? "skip",
  } as const;
}

/** What the form begins with. */
export function valuesOf(schedule: Schedule | undefined): ScheduleValues {
  const moment = schedule && momentOf(schedule, Date.now());
  if (!moment) return { ...bodyOf(schedule), date: "" };
  // Should it become one that repeats, nothing of its date is left.
  const { cron, recurring } = bodyOf(undefined);
  return { ...bodyOf(schedule), ...moment, frequency: "once", cron, recurring };
}

/** The values of the form in words, by what its fields are called. */
export function factsOf(values: ScheduleValues) {
  const { frequency, date, time, timezone, day, day_of_month, cron, recurring, catch_up = "one", overlap = "skip" } = values;
  return {
    Repeats: frequency === "once" ? "Once" : frequencyNames[frequency],
    Date: date,
    Weekday: capitalized(day ?? ""),
    Day: day_of_month?.toString() ?? "",
    Time: time ?? "",
    "Cron expression": cron ?? "",
    "Time zone": timezone.replaceAll("_", " "),
    "Only once": recurring === false ? "Yes" : "No",
    [settingWords.catch_up]: catchUpWords[catch_up],
    [settingWords.overlap]: overlapWords[overlap],
  };
}

/** What a changed form sends. The fields of a timing mean something together, so that it is sent whole. */
export function changesOf({ enabled: _, catch_up, overlap, ...timing }: ScheduleBody, changed: Partial<ScheduleBody>) {
  const isTimed = Object.keys(changed).some((name) => name !== "catch_up" && name !== "overlap");
  return {
    ...(isTimed && timing),
    ...("catch_up" in changed && { catch_up }),
    ...("overlap" in changed && { overlap }),
  };
}
