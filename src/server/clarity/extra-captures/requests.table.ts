import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { levels } from "#contract/clarity/step-source.ts";
import { clarityCaptures, clarityProcesses, claritySnapshots } from "#server/clarity/processes/processes.table.ts";
import { createdAt, id, instant, oneOf } from "#server/platform/db/columns.ts";
import { users } from "#server/teams/teams.table.ts";

/**
 * What proposals of a process do not know. Steps name it by its id, and a later proposal that still does not know it names the same: whoever was
 * asked stays asked.
 */
export const clarityRequests = pgTable(
  "clarity_requests",
  {
    id: id(),
    process_id: uuid()
      .notNull()
      .references(() => clarityProcesses.id, { onDelete: "cascade" }),
    /** The proposal that asked first. */
    proposal_id: uuid()
      .notNull()
      .references(() => claritySnapshots.id, { onDelete: "cascade" }),
    step_id: text().notNull(),
    gap: text().notNull(),
    suggested_prompt: text(),
    priority: text({ enum: levels }).notNull(),
    requested_user_id: uuid().references(() => users.id, { onDelete: "set null" }),
    /** What answers it. Under way until it is complete. */
    capture_id: uuid().references(() => clarityCaptures.id, { onDelete: "set null" }),
    /** A proposal was generated that knows it, or asks anew. */
    resolved_at: instant(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    oneOf("priority", levels),
    index("clarity_requests_process").on(t.process_id, t.created_at, t.id),
    index("clarity_requests_proposal").on(t.proposal_id),
    index("clarity_requests_capture").on(t.capture_id),
    index("clarity_requests_user").on(t.requested_user_id),
  ],
);
