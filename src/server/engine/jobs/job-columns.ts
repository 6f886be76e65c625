import { boolean, integer, text } from "drizzle-orm/pg-core";
import { createdAt, instant } from "#server/platform/db/columns.ts";

/** What every table of jobs has, beside `id` and a `status` with "running" among its words. */
export const jobColumns = () => ({
  /** Why it could not go on, or not with everything. */
  error: text(),
  /** Until it ends, no worker takes a run of what it is about. */
  stops_work: boolean().notNull().default(false),
  /** When its last portion was done, or when it is tried again after a failure: jobs take turns. */
  turn_at: createdAt(),
  /** Failures in a row since the last portion that was done. */
  failures: integer().notNull().default(0),
  created_at: createdAt(),
  ended_at: instant(),
});
