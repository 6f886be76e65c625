import type { Span } from "#contract/list.ts";
import type { SearchOf } from "#contract/list.ts";
import type { Granularity } from "#contract/teams/insights.ts";
import type { insightsList } from "#contract/teams/insights-list.ts";

/** The windows that there are, each with the periods that its chart starts with. */
export const windows = { "7d": "day", "30d": "day", "90d": "week", "365d": "month" } as const satisfies Partial<Record<Span, Granularity>>;
export type WindowSpan = keyof typeof windows;
export const windowSpans = Object.keys(windows) as WindowSpan[];
export const firstWindow: WindowSpan = "30d";
export const periods: readonly Granularity[] = ["day", "week", "month"];

export const usageSplits = ["outcome", "start"] as const;
export type UsageSplit = (typeof usageSplits)[number];
export const splitNames: Record<UsageSplit, string> = { outcome: "By outcome", start: "By start" };

/** What the address of the insights holds beside the list of teams. */
export interface InsightsPlace {
  last?: WindowSpan;
  by?: Granularity;
  split?: "start";
}
export type InsightsSearch = SearchOf<typeof insightsList> & InsightsPlace;
