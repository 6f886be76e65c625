import { int53, timestamp, uuid } from "#contract/fields.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { grains } from "./catalogue.ts";
import { fieldName, key } from "./page.ts";

/** The list that has exactly the rows that a figure counts: its filters are those of that list's address. */
export const FigureLink = record("FigureLink", {
  list: z.enum(["runs", "cases", "schedules"]),
  /** Of a list of cases. */
  queue_id: uuid.optional(),
  /** A label is its key and value. */
  filters: z.record(z.string(), z.union([z.string(), z.tuple([z.string(), z.string()])])),
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
  /** Whether one of its dimensions stands for all groups that have no row of their own: that value is null, and its name is "Other". */
  other: z.boolean(),
  /** All that the row is about. Null: no list shows just that. */
  link: FigureLink.nullable(),
  /** Of each measure that counts, exactly what it counts; of others, all that the row is about. */
  links: z.array(FigureLink.nullable()),
});
export type AnswerRow = z.output<typeof AnswerRow>;

/** What a query came to for one viewer. */
export const QueryAnswer = record("DashboardAnswer", {
  name: key,
  measures: z.array(fieldName),
  by: z.array(fieldName),
  /** Of `time` among `by`, which may be coarser than the query's: a chart has room for so many periods. */
  grain: z.enum(grains).nullable(),
  /**
   * Groups by size, the largest of the first measure first; periods in their order, also those of nothing. With two dimensions a group of those
   * without rows of their own is in here too, marked as `other`.
   */
  rows: z.array(AnswerRow),
  /** Of groups without a row of their own, counted over all of them. Null: each has one. */
  other: AnswerRow.nullable(),
  total: AnswerRow,
  /** Of a query by time and a group: each group over all periods, its only dimension that group. Percentiles of periods do not add up to it. */
  groups: z.array(AnswerRow).optional(),
  from: timestamp.nullable(),
  to: timestamp.nullable(),
  /** Where the span before begins, which ends at `from`: a month is compared with a month, not with 31 days. */
  former_from: timestamp.nullable().optional(),
  /** How many groups are part of `other` only because an answer has a bound. */
  left_out: int53,
});
export type QueryAnswer = z.output<typeof QueryAnswer>;

/** All queries of a page at one moment of the store: what stands beside each other agrees. */
export const PageAnswers = record("DashboardAnswers", {
  as_of: timestamp,
  /** Whose runs and schedules were counted: everybody's in the team, or the viewer's own. */
  scope: z.enum(["team", "own"]),
  answers: z.array(QueryAnswer),
  /** Queries without an answer, with a sentence that says what to do. */
  faults: z.array(record("DashboardFault", { name: key, says: z.string() })),
});
export type PageAnswers = z.output<typeof PageAnswers>;
