import { longestWindowDays, type OrganizationHeadline, type UsageBucket } from "#contract/teams/insights.ts";
import { mostFailures } from "#ui/chart/many-failed.ts";
import type { Window } from "./insights-reads.ts";

const day = 86_400_000;

/** Whether the runs of the window before can all still be there: within what the service counts, and not removed by the retention meanwhile. */
export function isComparable(
  window: { readonly startDate: string; readonly endDate: string },
  now: number,
  keptDays: number | null,
): boolean {
  const [start, end] = [Date.parse(window.startDate), Date.parse(window.endDate)];
  const reach = (now - (start - (end - start))) / day;
  return reach <= longestWindowDays && (keptDays === null || reach <= keptDays);
}

type DayOfRuns = Pick<UsageBucket, "period" | "total_runs">;

/**
 * Runs of the days that lie as many days before as the window is long. By the calendar: where clocks change between them, one of two windows
 * can reach a day more. Nothing stands beside a day that only one of them reaches.
 */
export function daysBefore(days: readonly DayOfRuns[], before: readonly DayOfRuns[], { startDate, endDate }: Window): number[] {
  const length = Date.parse(endDate) - Date.parse(startDate);
  const runs = new Map(before.map(({ period, total_runs }) => [period, total_runs]));
  return days.map(({ period }) => runs.get(new Date(Date.parse(`${period}T00:00:00Z`) - length).toISOString().slice(0, 10)) ?? 0);
}

/** How a number differs from the one before, as in "12% more"; undefined where nothing can be compared. */
export function moreOrLess(now: number, before: number): string | undefined {
  if (before === 0) return now === 0 ? undefined : "no earlier data";
  if (now === before) return "no change";
  const share = Math.abs(now - before) / before;
  return `${shareInWords(share)} ${now > before ? "more" : "fewer"}`;
}

/** How a small number differs from the one before, as in "up from 105": a percentage of few misleads. */
export function fromBefore(now: number, before: number): string | undefined {
  if (now === before) return now === 0 ? undefined : "no change";
  return `${now > before ? "up" : "down"} from ${before.toLocaleString("en")}`;
}

/** A change of many as one stands in a table, as in "+12%"; undefined where nothing can be compared. */
export function changeOf(now: number, before: number): string | undefined {
  if (before === 0) return now === 0 ? undefined : "new";
  if (now === before) return undefined;
  const share = Math.round((Math.abs(now - before) / before) * 100);
  return share === 0 ? undefined : `${now > before ? "+" : "−"}${share.toLocaleString("en")}%`;
}

type Ended = Pick<OrganizationHeadline, "completed_runs" | "failed_runs">;

const failedShare = ({ completed_runs, failed_runs }: Ended): number =>
  failed_runs === 0 ? 0 : failed_runs / (completed_runs + failed_runs);
export function failsOften(ended: Ended): boolean {
  return failedShare(ended) > mostFailures;
}

/** From this difference on, a share is clearly another one. */
const clearly = 0.001;

/** Whether clearly more of the runs that ended failed than before; without a time before, whether many did. */
export function failsMore(now: Ended, before: Ended | undefined): boolean {
  return before && before.completed_runs + before.failed_runs > 0 ? failedShare(now) - failedShare(before) > clearly : failsOften(now);
}

/** How a rate differs from the one before, in points of a percent. */
export function pointsOff(now: OrganizationHeadline["success_rate"], before: OrganizationHeadline["success_rate"]): string | undefined {
  if (now === null || before === null) return undefined;
  const points = Math.abs(now - before) * 100;
  if (points < 0.05) return "as before";
  return `${points.toFixed(1)} points ${now > before ? "higher" : "lower"}`;
}

function shareInWords(share: number): string {
  return share < 0.001 ? "Less than 0.1%" : `${(share * 100).toLocaleString("en", { maximumFractionDigits: share < 0.1 ? 1 : 0 })}%`;
}
