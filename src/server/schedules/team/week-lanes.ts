import { type Lane, type LaneDay, type LaneMark, mostDots, mostTicks, type TeamSchedule } from "#contract/schedules/schedule-firings.ts";
import type { Timing } from "#contract/schedules/timing.ts";
import { plannedHours, plannedTimes } from "./week.ts";
import type { CameOfDay, NotStartedOf } from "./week-lanes.store.ts";

const hour = 3_600_000;

/** A schedule over the days whose first instants are given. `came`: of that schedule, what is past. */
export function laneOf(
  schedule: TeamSchedule,
  days: readonly string[],
  came: readonly CameOfDay[],
  notStarted: readonly NotStartedOf[],
): Lane {
  const byDay = new Map(came.map((each) => [each.day - 1, each]));
  const drawn = days.slice(0, -1).map((from, at) => dayOf(schedule, Date.parse(from), Date.parse(days[at + 1] ?? from), byDay.get(at)));
  return { schedule, days: drawn, not_started: notStarted.map(({ schedule_id: _, ...of }) => of) };
}

function dayOf(schedule: TeamSchedule, from: number, to: number, came: CameOfDay | undefined): LaneDay {
  const { ran = 0, failed = 0, missed = 0, skipped = 0, first = null, last = null, marks = [] } = came ?? {};
  const toCome = plannedIn(schedule, from, to);
  const isFew = ran + failed + missed + skipped + toCome.count <= mostDots;
  return {
    ran,
    failed,
    missed,
    skipped,
    planned: toCome.count,
    first: first ?? toCome.first,
    last: toCome.last ?? last,
    marks: isFew ? [...marks, ...toCome.times.map(planned)] : marks.filter(isTick).slice(0, mostTicks),
  };
}

/** What is told also of a day with many due times. */
function isTick({ outcome, run_status }: LaneMark): boolean {
  return outcome === "started" || outcome === "by_hand" ? run_status === "failed" : outcome !== "overlap";
}

const planned = (due_at: string): LaneMark => ({ due_at, outcome: "planned", count: 1, run_id: null, run_status: null });
const nothing = { count: 0, first: null, last: null, times: [] };

/** How often it is still due on a day; the times themselves only where they are few, as one of every minute has 1,500 of them. */
function plannedIn(schedule: TeamSchedule, from: number, to: number) {
  const { enabled, next_fire_at } = schedule;
  if (!enabled || next_fire_at === null || Date.parse(next_fire_at) >= to) return nothing;
  const due = { ...schedule, day: schedule.day as Timing["day"], next_fire_at };
  const hours = plannedHours(due, from, to);
  const count = [...hours.values()].reduce((sum, n) => sum + n, 0);
  if (count === 0) return nothing;
  if (count <= mostDots) {
    const times = plannedTimes(due, from, to);
    return { count, first: times[0] ?? null, last: times.at(-1) ?? null, times };
  }
  const within = (start: number) => plannedTimes(due, Math.max(from, start), Math.min(to, start + hour));
  const [first, last] = [Math.min(...hours.keys()), Math.max(...hours.keys())];
  return { count, first: within(first)[0] ?? null, last: within(last).at(-1) ?? null, times: [] };
}
