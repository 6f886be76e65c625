import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { type TeamJobKind, teamJobStatuses } from "#contract/runs/team-jobs.ts";
import { id, oneOf } from "#server/platform/db/columns.ts";
import { jobColumns } from "#server/engine/jobs/job-columns.ts";
import { teams, users } from "#server/teams/teams.table.ts";

/**
 * What is left to do about many runs after it was decided. Its row is its own queue entry, and is held while a portion of it is done. What is
 * left it asks the runs, so nothing is stored for each of them.
 */
export const teamJobs = pgTable(
  "team_jobs",
  {
    id: id(),
    team_id: uuid()
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    /** Of a move: where to. */
    target_team_id: uuid().references(() => teams.id, { onDelete: "cascade" }),
    /** Of those that areas list in `jobs`: a further one needs no change of the store. */
    kind: text().$type<TeamJobKind>().notNull(),
    subject_id: uuid().notNull(),
    subject_name: text().notNull(),
    /** Whose runs it is about. */
    agent_ids: uuid().array().notNull(),
    /** Those whose cases its runs work on, and whose cases are deleted or moved with them. */
    queue_ids: uuid().array().notNull(),
    status: text({ enum: teamJobStatuses }).notNull(),
    runs: integer().notNull(),
    runs_done: integer().notNull().default(0),
    cases: integer().notNull().default(0),
    cases_done: integer().notNull().default(0),
    /** Runs that the store let nobody change. */
    failed_run_ids: uuid()
      .array()
      .notNull()
      .default(sql`'{}'`),
    started_by: uuid().references(() => users.id, { onDelete: "set null" }),
    ...jobColumns(),
  },
  (t) => [
    oneOf("status", teamJobStatuses),
    index("team_jobs_team").on(t.team_id, t.created_at, t.id),
    index("team_jobs_target")
      .on(t.target_team_id, t.created_at, t.id)
      .where(sql`target_team_id is not null`),
    index("team_jobs_running")
      .on(t.turn_at, t.id)
      .where(sql`status = 'running'`),
    // What no worker may take a run of.
    index("team_jobs_open")
      .on(t.status)
      .where(sql`status <> 'done'`),
    index("team_jobs_ended")
      .on(t.ended_at)
      .where(sql`status = 'done'`),
  ],
);
