/** How far back the figures of an overview go. */
export const overviewSpans = { last_7_days: "Last 7 days", last_30_days: "Last 30 days", last_90_days: "Last 90 days" } as const;
export type OverviewSpan = keyof typeof overviewSpans;
export const firstSpan: OverviewSpan = "last_30_days";

export function spanIn(word: string | undefined): OverviewSpan {
  return (Object.keys(overviewSpans) as OverviewSpan[]).find((each) => each === word) ?? firstSpan;
}
