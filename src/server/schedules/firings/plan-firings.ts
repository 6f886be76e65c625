import { type Schedule, mostCaughtUp, onTimeMinutes } from "#contract/schedules/schedule.ts";
import type { Timing } from "#contract/schedules/timing.ts";
import { dueTimesAfter } from "#server/schedules/instants/due-times.ts";

/** What a plan is made from. */
export type Planned = Pick<Schedule, "recurring" | "catch_up"> & Timing;

/** What is done about the due times that have come. */
export interface FiringPlan {
  /** Due times that start a run if nothing is in the way, the oldest first. */
  readonly starts: readonly string[];
  /** The older ones together. */
  readonly missed: { readonly from: string; readonly to: string; readonly count: number } | undefined;
  /** Null: it never fires again. */
  readonly next: string | null;
}

/** `due`: the first due time that nothing came of yet, at or before `now`. */
export function planFirings(schedule: Planned, due: string, now: string): FiringPlan {
  const first = Date.parse(due);
  const until = Date.parse(now);
  if (schedule.recurring === false) return { ...chosen(schedule, [first], 1, first, until), next: null };
  // A minute's schedule that slept for years: only the newest due times are kept, the others are counted.
  const newest = [first];
  let count = 1;
  let next: number | null = null;
  for (const at of dueTimesAfter(schedule, due)) {
    if (at > until) {
      next = at;
      break;
    }
    count += 1;
    newest.push(at);
    if (newest.length > mostCaughtUp + 1) newest.shift();
  }
  return { ...chosen(schedule, newest, count, first, until), next: next === null ? null : inText(next) };
}

function chosen({ catch_up }: Planned, newest: readonly number[], count: number, first: number, until: number): Omit<FiringPlan, "next"> {
  const latest = newest.at(-1) ?? first;
  const onTime = until - latest <= onTimeMinutes * 60_000;
  const most = catch_up === "all" ? mostCaughtUp : catch_up === "one" || onTime ? 1 : 0;
  const starts = most === 0 ? [] : newest.slice(-most);
  const left = count - starts.length;
  const last = newest[newest.length - starts.length - 1] ?? first;
  return { starts: starts.map(inText), missed: left > 0 ? { from: inText(first), to: inText(last), count: left } : undefined };
}

const inText = (at: number) => new Date(at).toISOString();
