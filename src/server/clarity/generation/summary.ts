import { text } from "#contract/fields.ts";
import type { Step } from "#contract/clarity/step.ts";
import { z } from "#contract/zod.ts";
import { parametersOf } from "#server/engine/models/parameters-of.ts";
import type { ToolSpec } from "#server/engine/models/port.ts";

const points = z.array(text(1, 500)).max(8);
/** What is said about a version behind its steps. */
export const Summary = z.strictObject({
  summary: text(1, 5_000),
  swot: z.strictObject({ strengths: points, weaknesses: points, opportunities: points, threats: points }),
});
export type Summary = z.output<typeof Summary>;

export const summaryTool = "write_summary";
export const summarySpec: ToolSpec = {
  name: summaryTool,
  description: "Writes the summary and the analysis of the process. Call it once.",
  parameters: parametersOf(Summary),
};

/** What a model is told of the steps: no quotes. */
export interface Described {
  readonly process: string;
  readonly guidance: string | null;
  readonly steps: readonly DescribedStep[];
}
export type DescribedStep = Omit<Step, (typeof unsaid)[number]> & { readonly captures: number };

/** What a model is not told of a step: quotes, prose, and what is for people. */
const unsaid = [
  "sources",
  "description",
  "rationale",
  "input",
  "output",
  "extraCaptureNeeded",
  "readiness",
  "readinessRationale",
] as const satisfies (keyof Step)[];

export function describedSteps(steps: readonly Step[]): DescribedStep[] {
  return steps.map((step) => {
    const captures = new Set(step.sources.flatMap(({ captureId }) => captureId ?? [])).size;
    const left = Object.entries(step).filter(([field]) => !unsaid.some((one) => one === field));
    return { ...(Object.fromEntries(left) as Omit<Step, (typeof unsaid)[number]>), captures };
  });
}
