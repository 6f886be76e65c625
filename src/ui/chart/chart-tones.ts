/** What the marks of a chart are filled with. A state keeps its color in every chart. */
export const fills = {
  first: "bg-chart-1",
  second: "bg-chart-2",
  pale: "bg-chart-pale",
  edge: "bg-chart-edge",
  mid: "bg-chart-mid",
  failed: "bg-chart-failed",
  waiting: "bg-chart-waiting",
  other: "bg-chart-other",
  otherPale: "bg-chart-other-pale",
  otherEdge: "bg-control",
} as const;
export type ChartTone = keyof typeof fills;
