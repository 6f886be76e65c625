import { boolean, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { firingOutcomes } from "#contract/schedules/firing-outcomes.ts";
import { catchUps, frequencies, overlaps, weekdays } from "#contract/schedules/schedule.ts";
import { agents } from "#server/agents/agents/agents.table.ts";
import { runs } from "#server/engine/runs.table.ts";
import { createdAt, id, instant, oneOf } from "#server/platform/db/columns.ts";
import { users } from "#server/teams/teams.table.ts";

export const schedules = pgTable(
  "schedules",
  {
    id: id(),
    agent_id: uuid()
      .notNull()
      .references(() => agents.id, { onDelete: "cascade" }),
    /** For whom its runs act. */
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    enabled: boolean().notNull(),
    frequency: text({ enum: frequencies }).notNull(),
    time: text(),
    timezone: text().notNull(),
    day: text({ enum: weekdays }),
    day_of_month: integer(),
    cron: text(),
    recurring: boolean(),
    catch_up: text({ enum: catchUps }).notNull(),
    overlap: text({ enum: overlaps }).notNull(),
    /** The first due time that nothing came of yet; null while it is paused. The only truth about when it fires: no process has a timer for it. */
    next_fire_at: instant(),
    /** The rules of time zones by which that was found, as in `2026a`. */
    zone_rules: text().notNull(),
    /** When it was dealt with for the last time, as no due time comes after it; null once a person changes it. */
    ended_at: instant(),
    auto_disabled_at: instant(),
    auto_disabled_reason: text(),
    consecutive_missing_connection_failures: integer().notNull().default(0),
    first_missing_connection_failure_at: instant(),
    last_missing_connection_failure_at: instant(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    oneOf("frequency", frequencies),
    oneOf("day", weekdays),
    oneOf("catch_up", catchUps),
    oneOf("overlap", overlaps),
    index("schedules_agent").on(t.agent_id, t.created_at, t.id),
    index("schedules_user").on(t.user_id),
    index("schedules_due").on(t.next_fire_at),
  ],
);

/** What came of each due time. The key keeps one from firing twice. */
export const scheduleFirings = pgTable(
  "schedule_firings",
  {
    schedule_id: uuid()
      .notNull()
      .references(() => schedules.id, { onDelete: "cascade" }),
    due_at: instant().notNull(),
    outcome: text({ enum: firingOutcomes }).notNull(),
    /** Due times from `due_at` to `last_due_at` that share this row; they were missed together. */
    count: integer().notNull().default(1),
    last_due_at: instant().notNull(),
    run_id: uuid().references(() => runs.id, { onDelete: "set null" }),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.schedule_id, t.due_at] }),
    oneOf("outcome", firingOutcomes),
    index("schedule_firings_run").on(t.run_id),
    index("schedule_firings_created").on(t.created_at),
    // Everything that a week of a team and the history of a schedule by its outcomes have to look at.
    index("schedule_firings_due").on(t.due_at, t.schedule_id, t.outcome, t.count),
    index("schedule_firings_outcome").on(t.schedule_id, t.outcome, t.due_at),
  ],
);
