import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant, oneOf } from "#server/platform/db/columns.ts";
import { teams, users } from "#server/teams/teams.table.ts";

const works = ["running", "failed", "done"] as const;
const goals = ["loaded", "absent"] as const;

/** The sample workspace of a team, and the work on it: the row is its own queue entry, and goes when the sample has gone. */
export const sampleWorkspaces = pgTable(
  "sample_workspaces",
  {
    id: id(),
    team_id: uuid()
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    /** In whose name the work is done: whoever asked for it last. */
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    goal: text({ enum: goals }).notNull(),
    status: text({ enum: works }).notNull(),
    /** Parts that the load has, known once it is under way. */
    parts: integer().notNull().default(0),
    /** Why the last try failed. */
    error: text(),
    /** Failures in a row. */
    attempt: integer().notNull().default(0),
    lease: integer().notNull().default(0),
    worker_id: uuid(),
    next_attempt_at: instant(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    oneOf("goal", goals),
    oneOf("status", works),
    uniqueIndex("sample_workspaces_team").on(t.team_id),
    index("sample_workspaces_user").on(t.user_id),
    index("sample_workspaces_due")
      .on(t.created_at, t.id)
      .where(sql`status = 'running'`),
    index("sample_workspaces_worker")
      .on(t.worker_id)
      .where(sql`worker_id is not null`),
  ],
);

/** What the sample is made of, and which parts of the load are done: those have no thing. */
export const sampleParts = pgTable(
  "sample_parts",
  {
    sample_id: uuid()
      .notNull()
      .references(() => sampleWorkspaces.id, { onDelete: "cascade" }),
    kind: text().notNull(),
    name: text().notNull(),
    thing_id: uuid(),
  },
  (t) => [primaryKey({ columns: [t.sample_id, t.kind, t.name] })],
);
