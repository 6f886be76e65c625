import type { Artifact, RefreshFrequency } from "#contract/dashboards/dashboard.ts";
import { generatingStatuses } from "#contract/dashboards/dashboard.ts";
import type { RangeName } from "#contract/dashboards/ranges.ts";

export const rangeWords: Readonly<Record<RangeName, string>> = {
  today: "Today",
  yesterday: "Yesterday",
  last_7_days: "Last 7 days",
  last_30_days: "Last 30 days",
  last_90_days: "Last 90 days",
  last_365_days: "Last 365 days",
  this_week: "This week",
  last_week: "Last week",
  this_month: "This month",
  last_month: "Last month",
  this_quarter: "This quarter",
  last_quarter: "Last quarter",
  this_year: "This year",
  all_time: "All time",
};

export const refreshWords: Readonly<Record<RefreshFrequency, string>> = {
  every_15_minutes: "every 15 minutes",
  every_30_minutes: "every 30 minutes",
  hourly: "hourly",
  every_6_hours: "every 6 hours",
  daily: "daily",
  weekly: "weekly",
};

/** A dashboard without a title is being written for the first time. */
export const titleOf = ({ title }: Pick<Artifact, "title">) => title ?? "New dashboard";

export function audienceOf({ visibility, publish_permission }: Pick<Artifact, "visibility" | "publish_permission">): string {
  if (visibility === "private") return "Private";
  if (visibility === "organization") return "Organization can view";
  return publish_permission === "edit" ? "Team can edit" : "Team can view";
}

/** Something is under way in it: a version is written, or its connections are read again. */
export const isBusy = ({ status }: Pick<Artifact, "status">) => generatingStatuses.some((one) => one === status);

/** A version of it is being written. */
export const isGenerating = (artifact: Pick<Artifact, "status" | "refresh">) => isBusy(artifact) && !artifact.refresh.running;
