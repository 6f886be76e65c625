import { type ChartSpan, firstSpan, spanIn } from "#ui/chart/chart-span.ts";

export interface OverviewChoice {
  readonly shown: boolean;
  readonly span: ChartSpan;
}

/** Of what is kept, or what everybody begins with. */
export function choiceIn(kept: string | null): OverviewChoice {
  const [shown, span] = kept?.split(" ") ?? [];
  return { shown: shown !== "hidden", span: span === undefined ? firstSpan : spanIn(span) };
}
