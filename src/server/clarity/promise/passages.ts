import type { PromiseFigure } from "#contract/clarity/promise.ts";

const number = String.raw`[0-9][0-9.,]*`;

/** What a passage has that names such a figure, as PostgreSQL's regular expressions write it, in small letters. */
export const saying: Readonly<Record<PromiseFigure, string>> = {
  /** “40 invoices a week”. */
  cases_a_week: String.raw`${number}\s+(\w+\s+){0,4}?(an?|per|each|every)\s+(day|week|month|quarter|year)\M`,
  /** “ten minutes” is no figure, “10 minutes” and “1.5 h” are. */
  minutes_a_case: String.raw`${number}\s*(seconds?|secs?|minutes?|mins?|hours?|hrs?|h)\M`,
  /** “95%”, “9 of 10”. */
  success: String.raw`${number}\s*(%|percent\M|(out\s+)?of\s+${number})`,
};
