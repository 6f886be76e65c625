import { sql } from "drizzle-orm";
import { index, pgTable, smallint, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { approvalDecisions } from "#contract/queues/case.ts";
import { createdAt, id, instant, oneOf } from "#server/platform/db/columns.ts";
import { cases } from "#server/queues/cases/cases.table.ts";
import { users } from "#server/teams/teams.table.ts";

export const approvalBatches = pgTable(
  "case_approval_batches",
  {
    id: id(),
    case_id: uuid()
      .notNull()
      .references(() => cases.id, { onDelete: "cascade" }),
    run_id: uuid().notNull(),
    /** The call that asked, whose result the decisions become. */
    tool_call_id: text().notNull(),
    title: text().notNull(),
    resolved_at: instant(),
    cancelled_at: instant(),
    cancellation_reason: text(),
    created_at: createdAt(),
  },
  (t) => [
    index("case_approval_batches_case").on(t.case_id, t.created_at, t.id),
    index("case_approval_batches_open")
      .on(t.created_at, t.id)
      .where(sql`resolved_at is null and cancelled_at is null`),
    uniqueIndex("case_approval_batches_call").on(t.run_id, t.tool_call_id),
  ],
);

export const approvals = pgTable(
  "case_approvals",
  {
    id: id(),
    batch_id: uuid()
      .notNull()
      .references(() => approvalBatches.id, { onDelete: "cascade" }),
    place: smallint().notNull(),
    assignee_user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    prompt: text().notNull(),
    decision: text({ enum: approvalDecisions }),
    responded_at: instant(),
    responded_by: uuid().references(() => users.id, { onDelete: "set null" }),
  },
  (t) => [
    oneOf("decision", approvalDecisions),
    index("case_approvals_batch").on(t.batch_id, t.place),
    index("case_approvals_decided")
      .on(t.responded_at, t.id)
      .where(sql`decision is not null`),
  ],
);
