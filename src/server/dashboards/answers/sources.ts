import type { SourceName } from "#contract/dashboards/catalogue.ts";
import type { FigureParts } from "#server/platform/db/figure-parts.ts";
import { caseFigures, flowFigures } from "#server/queues/figures/case-figures.ts";
import { runFigures } from "#server/runs/runs/run-figures.ts";
import { readFigures } from "#server/dashboards/reads/read-figures.ts";
import { scheduleFigures } from "#server/schedules/figures/schedule-figures.ts";

/** What areas publish of their rows, by the source that counts it. */
export const partsOf: Readonly<Record<SourceName, FigureParts>> = {
  runs: runFigures,
  cases: caseFigures,
  flow: flowFigures,
  schedules: scheduleFigures,
  connections: readFigures,
};
