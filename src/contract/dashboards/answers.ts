import { int53, timestamp, uuid } from "#contract/fields.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { fieldName, key } from "./page.ts";

/** The list that has exactly the rows that a figure counts: its filters are those of that list's address. Null: no list shows them. */
export const FigureLink = record("FigureLink", {
  list: z.enum(["runs", "cases", "schedules"]),
  /** Of a list of cases. */
  queue_id: uuid.optional(),
  filters: z.record(z.string(), z.string()),
});
export type FigureLink = z.output<typeof FigureLink>;

export const AnswerRow = record("DashboardRow", {
  /** The value of each dimension, in the order of the query: an id, a word, or the instant at which a period began. Null: there is none. */
  by: z.array(z.string().nullable()),
  /** What each is called. */
  names: z.array(z.string()),
  /** Of each measure, in the order of the query. Null: nothing to measure, as the median of nothing. */
  values: z.array(z.number().nullable()),
  /** As `values`, of the span before; null where the query does not ask for it. */
  former: z.array(z.number().nullable()).nullable(),
  /** Whether its period has not ended. */
  unfinished: z.boolean(),
  link: FigureLink.nullable(),
});
export type AnswerRow = z.output<typeof AnswerRow>;

/** What a query came to for one viewer. */
export const QueryAnswer = record("DashboardAnswer", {
  name: key,
  measures: z.array(fieldName),
  by: z.array(fieldName),
  /** All groups, or the largest and `other`; of periods every one, in their order, also those of nothing. */
  rows: z.array(AnswerRow),
  /** Counted over all rows that have none of their own. */
  other: AnswerRow.nullable(),
  total: AnswerRow,
  from: timestamp.nullable(),
  to: timestamp.nullable(),
  /** Rows that were left out, because an answer has a bound. */
  left_out: int53,
});
export type QueryAnswer = z.output<typeof QueryAnswer>;

/** All queries of a page at one moment of the store: what stands beside each other agrees. */
export const PageAnswers = record("DashboardAnswers", {
  as_of: timestamp,
  /** Whose runs and schedules were counted: everybody's in the team, or the viewer's own. */
  scope: z.enum(["team", "own"]),
  answers: z.array(QueryAnswer),
});
export type PageAnswers = z.output<typeof PageAnswers>;
