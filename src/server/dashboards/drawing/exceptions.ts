import type { AnswerRow } from "#contract/dashboards/answers.ts";
import type { MeasureTerm } from "./terms.ts";

// What is red, and nothing else is: clearly worse than the span before, over 3 % of an agent's runs failed, open for over seven days.

/** Beyond what chance does to counts: half more, and two and a half deviations. */
const clearly = 2.5;
const points = 0.03;
const third = 4 / 3;
const week = 7 * 86_400_000;
/** Measures of open work: of cases, and of what came and left. */
const openWork: ReadonlySet<string> = new Set(["open", "backlog"]);

/** Whether a figure is clearly worse than in the span before. */
export function isWorse(measure: MeasureTerm, value: number | null, former: number | null | undefined): boolean {
  if (value === null || former === null || former === undefined || !measure.better) return false;
  const worse = measure.better === "less" ? value - former : former - value;
  if (worse <= 0) return false;
  // Open work where there was none before is the start of a queue.
  if (openWork.has(measure.name) && former === 0) return false;
  if (measure.unit === "share") return worse >= points - 1e-9;
  if (measure.unit === "ms") return value >= former * third && worse >= 1000;
  const [larger, smaller] = [Math.max(value, former), Math.min(value, former)];
  return larger >= smaller * 1.5 && worse >= clearly * Math.sqrt(Math.max(0, value) + Math.max(0, former));
}

/** Whether a row of a list needs a look, beside what is worse than before. */
function isOverLimit(measures: readonly MeasureTerm[], row: AnswerRow, at: number): boolean {
  const measure = measures[at];
  const value = row.values[at];
  if (!measure || value === null || value === undefined) return false;
  if (measure.name === "success_rate") return value < 1 - points - 1e-9;
  if (measure.name === "age_p50") return value > week;
  const all = measure.name === "failed" ? row.values[measures.findIndex(({ name }) => name === "count")] : null;
  return typeof all === "number" && all > 0 && value / all > points;
}

/** Whether the figure of a row is red. */
export function isException(measures: readonly MeasureTerm[], row: AnswerRow, at: number, inList: boolean): boolean {
  const measure = measures[at];
  if (!measure) return false;
  return isWorse(measure, row.values[at] ?? null, row.former?.[at]) || (inList && isOverLimit(measures, row, at));
}

/** Which periods made a value worse: those of at least three and half its peak. */
export function worstPeriods(values: readonly (number | null)[]): readonly boolean[] {
  const peak = values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0);
  return values.map((value) => value !== null && value >= 3 && value >= peak / 2);
}
