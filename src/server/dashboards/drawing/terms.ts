import { type Dimension, type Grain, type Measure, type Source, sourceOf, timeDimension } from "#contract/dashboards/catalogue.ts";
import type { AnswerRow, QueryAnswer } from "#contract/dashboards/answers.ts";
import type { Query } from "#contract/dashboards/page.ts";

export interface MeasureTerm extends Measure {
  readonly name: string;
  /** Below each other numbers have the same decimals: none, or two where one of them has a fraction. */
  readonly decimals: number;
}
export interface DimensionTerm extends Dimension {
  readonly name: string;
}

/** A query with its answer, and what its columns are called. */
export interface Asked {
  readonly query: Query;
  readonly answer: QueryAnswer;
  readonly source: Source | undefined;
  readonly measures: readonly MeasureTerm[];
  readonly dimensions: readonly DimensionTerm[];
  readonly grain: Grain;
  /** Where the time is among the dimensions, or -1. */
  readonly timeAt: number;
}

export function asked(query: Query, answer: QueryAnswer): Asked {
  const source = sourceOf(query.source);
  return {
    query,
    answer,
    source,
    measures: answer.measures.map((name, at) => {
      const isWhole = [...answer.rows, ...(answer.other ? [answer.other] : [])].every((row) => Number.isInteger(row.values[at] ?? 0));
      return { ...measureOf(source, name), name, decimals: isWhole ? 0 : 2 };
    }),
    dimensions: answer.by.map((name) => ({ ...dimensionOf(source, name), name })),
    grain: answer.grain ?? query.grain ?? "day",
    timeAt: answer.by.indexOf(timeDimension),
  };
}

/** A field of a case schema is its path: its numbers are sums. */
function measureOf(source: Source | undefined, name: string): Measure {
  const known = source && Object.hasOwn(source.measures, name) ? source.measures[name] : undefined;
  return known ?? { label: fieldOf(name), says: `The sum of ${fieldOf(name)}.`, unit: "number", adds: true };
}

function dimensionOf(source: Source | undefined, name: string): Dimension {
  if (name === timeDimension) return { label: "Time" };
  const known = source && Object.hasOwn(source.dimensions, name) ? source.dimensions[name] : undefined;
  return known ?? { label: fieldOf(name) };
}

const fieldOf = (name: string) => {
  const field = name.replace(/^field\./, "").replaceAll("_", " ");
  return field.charAt(0).toUpperCase() + field.slice(1);
};

/** What the time of a query is called in the head of a table. */
export const grainWords: Readonly<Record<Grain, string>> = { hour: "Hour", day: "Day", week: "Week", month: "Month" };

/** What is counted is the whole of its other measures: a run is completed, failed or stopped. */
export const wholes: ReadonlySet<string> = new Set(["count", "due"]);

export const otherName = "Other";

/** Whether this dimension of a row stands for all groups that have no row of their own. Of another row null is a group without a value. */
export const isOtherAt = ({ other, by, names }: AnswerRow, at: number) => other && by[at] === null && names[at] === otherName;
