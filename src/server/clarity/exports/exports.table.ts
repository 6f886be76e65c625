import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { exportStatuses } from "#contract/clarity/process.ts";
import { clarityProcesses } from "#server/clarity/processes/processes.table.ts";
import { connections } from "#server/connections/connections/connections.table.ts";
import { createdAt, id, instant, oneOf } from "#server/platform/db/columns.ts";
import { teams, users } from "#server/teams/teams.table.ts";

/**
 * Models of processes that are to be made in another tool. What is sent, where to and by which name is settled when it is asked for: what changes
 * later leads to no second model.
 */
export const clarityExports = pgTable(
  "clarity_exports",
  {
    id: id(),
    process_id: uuid()
      .notNull()
      .references(() => clarityProcesses.id, { onDelete: "cascade" }),
    team_id: uuid()
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    user_id: uuid().references(() => users.id, { onDelete: "set null" }),
    connection_id: uuid().references(() => connections.id, { onDelete: "set null" }),
    status: text({ enum: exportStatuses }).notNull(),
    /** The file; null once it is not needed any more. */
    bpmn: text(),
    /** Of the file: whether a further export sends the same. */
    digest: text().notNull(),
    server_url: text().notNull(),
    directory: text().notNull(),
    file_name: text().notNull(),
    owner_ref: text(),
    approver_ref: text(),
    /** When the file was sent last, written before it goes out. With it, the model may be there. */
    sent_at: instant(),
    /** Models that had the name before: they are others. */
    known_models: text().array().notNull().default([]),
    /** The model that was made. */
    model_id: text(),
    error: text(),
    attempt: integer().notNull().default(0),
    retry_reason: text(),
    retrying_since: instant(),
    lease: integer().notNull().default(0),
    worker_id: uuid(),
    next_attempt_at: instant(),
    created_at: createdAt(),
    updated_at: createdAt(),
    ended_at: instant(),
  },
  (t) => [
    oneOf("status", exportStatuses),
    // A model is known by its name: two that are made at the same time could be taken for each other.
    uniqueIndex("clarity_exports_name")
      .on(t.server_url, t.directory, t.file_name)
      .where(sql`status in ('queued', 'running')`),
    uniqueIndex("clarity_exports_under_way")
      .on(t.process_id)
      .where(sql`status in ('queued', 'running')`),
    index("clarity_exports_process").on(t.process_id, t.created_at, t.id),
    index("clarity_exports_due")
      .on(t.created_at, t.id)
      .where(sql`status in ('queued', 'running')`),
    index("clarity_exports_worker")
      .on(t.worker_id)
      .where(sql`worker_id is not null`),
    index("clarity_exports_team").on(t.team_id),
    index("clarity_exports_user").on(t.user_id),
    index("clarity_exports_connection").on(t.connection_id),
  ],
);
