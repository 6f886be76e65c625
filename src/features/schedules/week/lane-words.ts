import type { Lane, LaneDay, LaneMark } from "#contract/schedules/schedule-firings.ts";
import { counted } from "#ui/counted.ts";

/** What came of a due time, as a week tells it apart. */
export const markKinds = ["ran", "failed", "missed", "skipped", "planned"] as const;
export type MarkKind = (typeof markKinds)[number];

export const markWords: Record<MarkKind, string> = {
  ran: "Ran",
  failed: "Run failed",
  missed: "Missed",
  skipped: "Skipped",
  planned: "Planned",
};

export function kindOf({ outcome, run_status }: LaneMark): MarkKind {
  if (outcome === "planned") return "planned";
  if (outcome === "overlap") return "skipped";
  if (outcome !== "started" && outcome !== "by_hand") return "missed";
  return run_status === "failed" ? "failed" : "ran";
}

/** How often a schedule was or is due on a day. */
export function timesOf(day: LaneDay): number {
  return markKinds.reduce((sum, kind) => sum + day[kind], 0);
}

/** What came of all due times of a week. */
export function weekTotals(lanes: readonly Lane[]): Record<MarkKind, number> {
  const sum = (kind: MarkKind) => lanes.reduce((all, { days }) => all + days.reduce((of, day) => of + day[kind], 0), 0);
  return { ran: sum("ran"), failed: sum("failed"), missed: sum("missed"), skipped: sum("skipped"), planned: sum("planned") };
}

/** What came of the due times of a day, in words. */
export function dayWords(day: LaneDay): string {
  return markKinds
    .filter((kind) => day[kind] > 0)
    .map((kind) => `${day[kind].toLocaleString("en")} ${markWords[kind].toLowerCase()}`)
    .join(", ");
}

/** Under the bar of a day with many due times: what is wrong, or how far it is. */
export function barWords(day: LaneDay): { says: string; isBad: boolean } {
  const all = timesOf(day);
  const past = all - day.planned;
  const of = (count: number) => `${count.toLocaleString("en")} of ${past.toLocaleString("en")}`;
  if (day.failed > 0 && day.missed > 0) return { says: `${of(day.failed + day.missed)} went wrong`, isBad: true };
  if (day.failed > 0) return { says: `${of(day.failed)} failed`, isBad: true };
  if (day.missed > 0) return { says: `${of(day.missed)} missed`, isBad: true };
  if (day.planned > 0 && past > 0) return { says: `${past.toLocaleString("en")} of ${all.toLocaleString("en")}`, isBad: false };
  return { says: counted(all, "time", "times"), isBad: false };
}

/** Where an instant is on a day, from 0 to 1: a day of 23 or 25 hours is as wide as the others. */
export function placeOf(at: number, { from, to }: DaySpan): number {
  return Math.max(0, Math.min(1, (at - from) / (to - from)));
}

export interface DaySpan {
  readonly from: number;
  readonly to: number;
}

/** The seven days of a week, from its eight limits. */
export function daysIn(limits: readonly string[]): DaySpan[] {
  return limits.slice(0, -1).map((from, at) => ({ from: Date.parse(from), to: Date.parse(limits[at + 1] ?? from) }));
}
