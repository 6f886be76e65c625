import { sql } from "drizzle-orm";
import { boolean, doublePrecision, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { promiseFigures } from "#contract/clarity/promise.ts";
import { clarityCaptures, clarityProcesses, claritySnapshots } from "#server/clarity/processes/processes.table.ts";
import { createdAt, id, instant, oneOf } from "#server/platform/db/columns.ts";
import { users } from "#server/teams/teams.table.ts";

/** What was said of a figure, one row for each time. The last row of a figure counts, and the others are its history. */
export const clarityPromises = pgTable(
  "clarity_promises",
  {
    id: id(),
    process_id: uuid()
      .notNull()
      .references(() => clarityProcesses.id, { onDelete: "cascade" }),
    figure: text({ enum: promiseFigures }).notNull(),
    /** From 1 without gaps: two that change the same figure at once cannot both be stored. */
    revision: integer().notNull(),
    value: doublePrecision().notNull(),
    assumption: boolean().notNull(),
    /** The passage that says it. Null of an assumption, and once the capture is gone. */
    capture_id: uuid().references(() => clarityCaptures.id, { onDelete: "set null" }),
    ordinal: integer(),
    proposal_id: uuid().references(() => claritySnapshots.id, { onDelete: "set null" }),
    confirmed_at: instant(),
    user_id: uuid().references(() => users.id, { onDelete: "set null" }),
    created_at: createdAt(),
  },
  (t) => [
    oneOf("figure", promiseFigures),
    uniqueIndex("clarity_promises_figure").on(t.process_id, t.figure, t.revision),
    index("clarity_promises_history").on(t.process_id, t.created_at, t.id),
    index("clarity_promises_capture")
      .on(t.capture_id)
      .where(sql`capture_id is not null`),
    index("clarity_promises_proposal").on(t.proposal_id),
    index("clarity_promises_user").on(t.user_id),
  ],
);
