import type { AnswerRow, QueryAnswer } from "#contract/dashboards/answers.ts";
import { isEmptyAnswer } from "#server/dashboards/answers/is-empty.ts";

/** Rows of an answer that a model is shown. */
const mostRows = 20;

/** An answer as a model reads it: what stands in its first rows, and whether there is nothing to show. */
export function toldAnswer(answer: QueryAnswer): Record<string, unknown> {
  const { measures, by, rows, other, total, from, to } = answer;
  const told = (row: AnswerRow) => ({
    ...(by.length > 0 && { by: row.names }),
    values: row.values,
    ...(row.former && { former: row.former }),
  });
  return {
    measures,
    by,
    ...(from !== null && to !== null && { from, to }),
    total: told(total).values,
    ...(total.former && { former: total.former }),
    ...(by.length > 0 && { rows: rows.slice(0, mostRows).map(told), rows_in_all: rows.length }),
    ...(other && { other: other.values }),
    ...(isEmptyAnswer(answer) && { empty: "Nothing was counted in this range." }),
  };
}
