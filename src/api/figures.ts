import type { AnswerRow, PageAnswers, QueryAnswer } from "#contract/dashboards/answers.ts";
import { countFigures } from "#contract/dashboards/figures.ts";
import type { CallInput } from "#contract/endpoint.ts";
import { read } from "./query.ts";

const asOften = 15_000;
/** Long enough for a page to draw what its loader read. */
const freshFor = 3_000;

/** Figures of a team at one moment. They are read again while somebody looks, and by whoever comes back to them. */
export function figuresRead(teamId: string, body: CallInput<typeof countFigures>["body"]) {
  return { ...read(countFigures, { params: { teamId }, body }, { keepPrevious: true }), staleTime: freshFor, refetchInterval: asOften };
}

export function answerIn({ answers }: Pick<PageAnswers, "answers">, name: string): QueryAnswer | undefined {
  return answers.find((answer) => answer.name === name);
}

/** A period of an answer by time: the instant at which it begins, and its rows. */
export interface Period {
  readonly at: string;
  readonly rows: readonly AnswerRow[];
}

/** The periods of an answer whose first dimension is time, in their order. */
export function periodsIn({ rows }: QueryAnswer): Period[] {
  return [...Map.groupBy(rows, ({ by: [at] }) => at ?? "")].map(([at, own]) => ({ at, rows: own }));
}

/** The first figure of a row, where that is a count. */
export function countOf({ values: [count] }: AnswerRow): number {
  return count ?? 0;
}

/** Why a period is no whole one. */
export function partOf(rows: readonly AnswerRow[]): string | undefined {
  return rows.some(({ unfinished }) => unfinished) ? "so far" : undefined;
}
