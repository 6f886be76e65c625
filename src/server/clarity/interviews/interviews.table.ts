import { sql } from "drizzle-orm";
import { boolean, index, json, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { clarityCaptures, clarityProcesses } from "#server/clarity/processes/processes.table.ts";
import { createdAt, id, instant } from "#server/platform/db/columns.ts";
import { users } from "#server/teams/teams.table.ts";
import type { AskedByMember } from "./transcript.ts";

/** Links by which guests are interviewed. Kept once they ended, so that an interview stays one link's. */
export const clarityInvites = pgTable(
  "clarity_invites",
  {
    id: id(),
    process_id: uuid()
      .notNull()
      .references(() => clarityProcesses.id, { onDelete: "cascade" }),
    /** What the address holds is stored nowhere. */
    token_hash: text().notNull().unique(),
    created_by: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    created_at: createdAt(),
    expires_at: instant().notNull(),
    revoked_at: instant(),
    /** When a guest agreed: a link is good for one interview. */
    used_at: instant(),
  },
  (t) => [
    uniqueIndex("clarity_invites_active")
      .on(t.process_id)
      .where(sql`revoked_at is null`),
    index("clarity_invites_process").on(t.process_id),
    index("clarity_invites_created_by").on(t.created_by),
  ],
);

/** What an interview has beside its capture, which has the words. */
export const clarityInterviews = pgTable("clarity_interviews", {
  capture_id: uuid()
    .primaryKey()
    .references(() => clarityCaptures.id, { onDelete: "cascade" }),
  /** Null: a member answers. */
  invite_id: uuid()
    .unique()
    .references(() => clarityInvites.id, { onDelete: "set null" }),
  /** What is asked now. Null: nothing more is. */
  question: text(),
  /** Who of the team asks it. Null: the list, or a model. */
  question_by: text(),
  /** What members ask after it, the first one first. */
  asked_next: json().$type<AskedByMember[]>().notNull().default([]),
  /** What the current process left open when the interview started. */
  open_questions: json().$type<string[]>().notNull().default([]),
  /** Only these are asked. */
  focused: boolean().notNull().default(false),
  /** Positions of the answers that a later one corrects. */
  corrected: json().$type<number[]>().notNull().default([]),
});
