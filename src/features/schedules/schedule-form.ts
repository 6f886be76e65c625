import type { Schedule } from "#contract/schedules/schedule.ts";
import { createSchedule } from "#contract/schedules/schedules.ts";
import type { Input } from "#contract/zod.ts";
import { ownZone } from "./schedule-words.ts";

export type ScheduleValues = Input<typeof createSchedule.body>;

/** What the form begins with: the schedule as it is, or one for every weekday at nine. */
export function valuesOf(schedule: Schedule | undefined): ScheduleValues {
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
  };
}
