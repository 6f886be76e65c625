import type { AnswerRow, PageAnswers, QueryAnswer } from "#contract/dashboards/answers.ts";
import { countFigures } from "#contract/dashboards/figures.ts";
import type { CallInput } from "#contract/endpoint.ts";
import { read } from "./query.ts";

const asOften = 60_000;

/** Figures of a team at one moment. They are counted again while somebody looks. */
export function figuresRead(teamId: string, body: CallInput<typeof countFigures>["body"]) {
  return { ...read(countFigures, { params: { teamId }, body }, { keepPrevious: true }), refetchInterval: asOften };
}

export function answerIn({ answers }: Pick<PageAnswers, "answers">, name: string): QueryAnswer | undefined {
  return answers.find((answer) => answer.name === name);
}

/** The first figure of a row, where that is a count. */
export function countOf({ values: [count] }: AnswerRow): number {
  return count ?? 0;
}
