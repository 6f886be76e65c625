/** How far back the figures of an overview go. */
export const chartSpans = { last_7_days: "Last 7 days", last_30_days: "Last 30 days", last_90_days: "Last 90 days" } as const;
export type ChartSpan = keyof typeof chartSpans;
export const firstSpan: ChartSpan = "last_30_days";

export function spanIn(word: string | undefined): ChartSpan {
  return (Object.keys(chartSpans) as ChartSpan[]).find((each) => each === word) ?? firstSpan;
}
