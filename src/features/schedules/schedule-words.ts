import { ownZone } from "#ui/own-zone.ts";
import type { FiringOutcome } from "#contract/schedules/firing-outcomes.ts";
import { momentInWords } from "#contract/schedules/once.ts";
import { type AutoDisabled, type Schedule, mostCaughtUp } from "#contract/schedules/schedule.ts";
import { timesInWords } from "#contract/schedules/timing-words.ts";
import { durationOf } from "#ui/duration.tsx";
import type { State } from "#ui/status.tsx";

/** As {@link timingInWords}, and on the viewer's own clock without its zone: a week is drawn on that. */
export function ruleInWords(timing: Timing): string {
  const inFull = timingInWords(timing);
  return timing.timezone === ownZone() ? inFull.replace(` in ${timing.timezone.replaceAll("_", " ")}`, "") : inFull;
}

/** What is asked about times at which something is in the way, and the answers. */
export const settingWords = { catch_up: "If runs were missed", overlap: "While its last run is active" } as const;
export const catchUpWords: Record<Schedule["catch_up"], string> = {
  one: "Run once",
  skip: "Skip them",
  all: "Run each one",
};
export const overlapWords: Record<Schedule["overlap"], string> = { skip: "Skip", allow: "Start another run" };

type Timing = Pick<Schedule, "frequency" | "time" | "timezone" | "day" | "day_of_month" | "cron"> & {
  readonly recurring?: boolean | null | undefined;
};

/** When a schedule is due, as a sentence with its zone. */
export function timingInWords(timing: Timing): string {
  const zone = timing.timezone.replaceAll("_", " ");
  const moment = momentInWords(timing);
  if (moment) return `${moment} in ${zone}`;
  return `${timesInWords(timing)} in ${zone}${timing.recurring === false ? ", only once" : ""}`;
}

/** What came of a due time, and why nothing started. */
export const outcomes: Record<FiringOutcome, State & { readonly why?: string }> = {
  started: { look: "done", word: "Started" },
  by_hand: { look: "done", word: "Started by hand", why: "A person started it." },
  overlap: { look: "past", word: "Skipped", why: "The run before was still active." },
  missed: { look: "failed", word: "Missed", why: "The service was not running, or its owner had too many due times." },
  missing_connection: { look: "failed", word: "No connection", why: "A connection that the agent needs was missing." },
  no_live: { look: "failed", word: "No live revision", why: "The agent had no live revision." },
  owner_left: { look: "failed", word: "Owner left", why: "The owner of the schedule is no longer in the team." },
};

interface Dealt {
  readonly outcome: FiringOutcome;
  readonly due_at: string;
  readonly created_at: string;
}

/** Why nothing started. What the schedule says explains it as long as nobody has changed it since. */
export function whyOf({ outcome, created_at }: Dealt, schedule: Pick<Schedule, "catch_up" | "overlap" | "updated_at">): string | undefined {
  const { why } = outcomes[outcome];
  const more = schedule.updated_at <= created_at ? ofSettings(outcome, schedule) : undefined;
  return why && more ? `${why} ${more}` : why;
}

function ofSettings(outcome: FiringOutcome, { catch_up, overlap }: Pick<Schedule, "catch_up" | "overlap">): string | undefined {
  if (outcome === "missed") return afterMissed[catch_up];
  return outcome === "overlap" && catch_up === "all" && overlap === "skip" ? "Missed times are all made up for at once." : undefined;
}

const afterMissed: Record<Schedule["catch_up"], string> = {
  one: "Only the most recent missed time starts a run.",
  skip: "This schedule skips missed times.",
  all: `Only the ${mostCaughtUp} most recent missed times start a run.`,
};

/** How late a run began, where it was not on time. */
export function latenessOf({ outcome, due_at, created_at }: Dealt): string | undefined {
  const late = Date.parse(created_at) - Date.parse(due_at);
  return outcome === "started" && late > 60_000 ? `Started ${durationOf(late)} late` : undefined;
}

type Stated = Pick<Schedule, "enabled" | "auto_disabled_reason" | "consecutive_missing_connection_failures"> & { readonly ended?: boolean };

/** Whether a schedule or a trigger starts something, and whether what it started last failed to. */
export function stateOf({
  enabled,
  ended = false,
  auto_disabled_reason,
  consecutive_missing_connection_failures: failures,
}: Stated): State {
  if (ended) return { look: "past", word: "Ended" };
  if (!enabled && auto_disabled_reason === ("owner_left" satisfies AutoDisabled)) return { look: "failed", word: "Paused, owner left" };
  if (!enabled && failures === 0 && auto_disabled_reason === ("missing_connection" satisfies AutoDisabled))
    return { look: "failed", word: "Paused, no connection" };
  if (!enabled && failures > 0) return { look: "failed", word: "Paused by failures" };
  if (!enabled) return { look: "idle", word: "Paused" };
  return failures > 0 ? { look: "failed", word: "No connection" } : { look: "live", word: "Active" };
}

const moment = { weekday: "short", month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const shownYear = (timeZone: string, at: number) => new Intl.DateTimeFormat("en", { year: "numeric", timeZone }).format(at);

/** Writes an instant, and those near it, on the clock of a zone: with the year where it is not this one. */
export function clockAt(at: number, timeZone: string, format: Intl.DateTimeFormatOptions = moment): Intl.DateTimeFormat {
  const isThisYear = shownYear(timeZone, at) === shownYear(timeZone, Date.now());
  return new Intl.DateTimeFormat("en", { ...format, timeZone, ...(!isThisYear && { year: "numeric" }) });
}

/** An instant on the clock of the viewer. */
export function onClock(at: string): string {
  const instant = Date.parse(at);
  return clockAt(instant, ownZone()).format(instant);
}
