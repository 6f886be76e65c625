import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { attachmentStatuses } from "#contract/queues/case-attachments.ts";
import { createdAt, id, instant, oneOf } from "#server/platform/db/columns.ts";
import { cases } from "#server/queues/cases/cases.table.ts";
import { users } from "#server/teams/teams.table.ts";

/** A trigger notes the bytes of a row that goes as orphaned, whichever way it goes. */
export const caseAttachments = pgTable(
  "case_attachments",
  {
    id: id(),
    case_id: uuid()
      .notNull()
      .references(() => cases.id, { onDelete: "cascade" }),
    /** Whose storage it counts against: the team of its case. */
    team_id: uuid(),
    filename: text().notNull(),
    mime_type: text().notNull(),
    /** As announced; of a ready one also what storage holds. */
    size_bytes: integer().notNull(),
    status: text({ enum: attachmentStatuses }).notNull().default("pending"),
    failure_reason: text(),
    /** Null until bytes have arrived, and once they are gone. */
    object_key: text(),
    created_by: uuid().references(() => users.id, { onDelete: "set null" }),
    created_at: createdAt(),
    deleted_at: instant(),
  },
  (t) => [
    oneOf("status", attachmentStatuses),
    index("case_attachments_case")
      .on(t.case_id, t.created_at, t.id)
      .where(sql`deleted_at is null`),
    index("case_attachments_pending")
      .on(t.created_at)
      .where(sql`status = 'pending'`),
    index("case_attachments_object").using("hash", t.object_key),
  ],
);
