import type { AnswerRow, QueryAnswer } from "#contract/dashboards/answers.ts";

const isBlank = ({ values }: Pick<AnswerRow, "values">) => values.every((value) => value === null || value === 0);

/** Whether an answer has nothing to show: nothing was counted in any of its rows. */
export function isEmptyAnswer({ rows, other, total, by }: Pick<QueryAnswer, "rows" | "other" | "total" | "by">): boolean {
  return [...rows, ...(other ? [other] : []), ...(by.length === 0 ? [total] : [])].every(isBlank);
}
