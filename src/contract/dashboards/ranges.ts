/**
 * Spans of time by name, in the zone of the page; weeks begin on Monday. `this_…` and `last_…_days` end with today, which has not ended: their last
 * period is marked unfinished. `all_time`: from the first row on, without periods.
 */
export const rangeNames = [
  "today",
  "yesterday",
  "last_7_days",
  "last_30_days",
  "last_90_days",
  "last_365_days",
  "this_week",
  "last_week",
  "this_month",
  "last_month",
  "this_quarter",
  "last_quarter",
  "this_year",
  "all_time",
] as const;
export type RangeName = (typeof rangeNames)[number];
