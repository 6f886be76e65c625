import { parseCron } from "#contract/schedules/cron.ts";
import type { FiringOutcome } from "#contract/schedules/firing-outcomes.ts";
import type { Frequency, Schedule } from "#contract/schedules/schedule.ts";
import type { State } from "#ui/status.tsx";
import { cronInWords } from "./cron-words.ts";

export const frequencyNames: Record<Frequency, string> = {
  every_5_minutes: "Every 5 minutes",
  every_15_minutes: "Every 15 minutes",
  hourly: "Every hour",
  daily: "Every day",
  workday: "Every weekday",
  weekly: "Every week",
  monthly: "Every month",
  custom: "By a cron expression",
};

type Timing = Pick<Schedule, "frequency" | "time" | "timezone" | "day" | "day_of_month" | "cron">;

/** When a schedule is due, as a sentence with its zone. */
export function timingInWords(timing: Timing): string {
  return `${timesInWords(timing)} in ${timing.timezone.replaceAll("_", " ")}`;
}

function timesInWords({ frequency, time, day, day_of_month, cron }: Timing): string {
  const at = time ? ` at ${time}` : "";
  switch (frequency) {
    case "weekly":
      return `Every ${named(day ?? "week")}${at}`;
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

export const named = (day: string) => day.charAt(0).toUpperCase() + day.slice(1);

/** What came of a due time, and why nothing started. */
export const outcomes: Record<FiringOutcome, State & { readonly why?: string }> = {
  started: { look: "done", word: "Started" },
  by_hand: { look: "done", word: "Run now", why: "A person started it." },
  overlap: { look: "past", word: "Skipped", why: "The run before was still active." },
  missed: { look: "stopped", word: "Missed", why: "The service was not running, or started only the newest of several." },
  missing_connection: { look: "failed", word: "No connection", why: "A connection that the agent needs was missing." },
  no_live: { look: "failed", word: "No live revision", why: "The agent had no live revision." },
  owner_left: { look: "failed", word: "Owner left", why: "The owner of the schedule is no longer in the team." },
};

type Stated = Pick<Schedule, "enabled" | "consecutive_missing_connection_failures">;

/** Whether a schedule or a trigger starts something, and whether what it started last failed to. */
export function stateOf({ enabled, consecutive_missing_connection_failures: failures }: Stated): State {
  if (!enabled && failures > 0) return { look: "failed", word: "Paused by failures" };
  if (!enabled) return { look: "idle", word: "Paused" };
  return failures > 0 ? { look: "failed", word: "No connection" } : { look: "live", word: "Active" };
}

const moment = (timeZone: string) =>
  new Intl.DateTimeFormat("en", {
    weekday: "short",
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone,
  });

/** An instant on the clock of the viewer. */
export function onClock(at: string): string {
  return moment(ownZone()).format(new Date(at));
}

export function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
