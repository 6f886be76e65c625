import { sql } from "drizzle-orm";
import { boolean, index, integer, json, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Page } from "#contract/dashboards/page.ts";
import {
  dashboardStatuses,
  publishPermissions,
  refreshFrequencies,
  type SelectedElement,
  type TurnStep,
} from "#contract/dashboards/dashboard.ts";
import { visibilities } from "#contract/dashboards/events.ts";
import type { Question } from "#contract/runs/human-requests.ts";
import { connections } from "#server/connections/connections/connections.table.ts";
import type { Turn } from "#server/engine/models/port.ts";
import { createdAt, id, instant, oneOf } from "#server/platform/db/columns.ts";
import { teams, users } from "#server/teams/teams.table.ts";

export const artifacts = pgTable(
  "artifacts",
  {
    id: id(),
    team_id: uuid()
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    created_by_user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    title: text(),
    /** Of the latest turn; `completed` also while a question of it waits. */
    status: text({ enum: dashboardStatuses }).notNull(),
    visibility: text({ enum: visibilities }).notNull().default("private"),
    publish_permission: text({ enum: publishPermissions }).notNull().default("view"),
    refresh_frequency: text({ enum: refreshFrequencies }),
    last_refresh_at: instant(),
    next_refresh_at: instant(),
    /** When a worker reads it again: as `next_refresh_at`, or at once where a person asked. */
    refresh_due_at: instant(),
    /** It is being read again, or is about to be: that is why its status is `running`. */
    refreshing: boolean().notNull().default(false),
    /** Until then one process reads it again, and no other. */
    refresh_until: instant(),
    /** The process that reads it. Where it has died, another one begins again before `refresh_until`. */
    refresh_worker_id: uuid(),
    /** How often it failed in a row, when last, and why. */
    refresh_failures: integer().notNull().default(0),
    refresh_failed_at: instant(),
    refresh_failure: text(),
    refresh_paused_at: instant(),
    /** The version that is shown. Versions name their dashboard, so this has no reference. */
    current_revision_id: uuid(),
    /** The number of the version that the head was set back to, until the next message. */
    restored_from: integer(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    oneOf("status", dashboardStatuses),
    oneOf("visibility", visibilities),
    oneOf("publish_permission", publishPermissions),
    oneOf("refresh_frequency", refreshFrequencies),
    index("artifacts_created").on(t.team_id, t.created_by_user_id, t.updated_at, t.id),
    index("artifacts_published")
      .on(t.team_id, t.updated_at, t.id)
      .where(sql`visibility <> 'private'`),
    index("artifacts_user").on(t.created_by_user_id),
    index("artifacts_refresh")
      .on(t.refresh_due_at)
      .where(sql`refresh_due_at is not null`),
  ],
);

/** What a dashboard looked like after a turn. It never changes. */
export const artifactRevisions = pgTable(
  "artifact_revisions",
  {
    id: id(),
    artifact_id: uuid()
      .notNull()
      .references(() => artifacts.id, { onDelete: "cascade" }),
    version: integer().notNull(),
    parent_revision_id: uuid(),
    /** In `json` and not `jsonb`: it is read whole, and keeps the order of its fields. */
    page: json().$type<Page>().notNull(),
    created_at: createdAt(),
  },
  (t) => [uniqueIndex("artifact_revisions_version").on(t.artifact_id, t.version)],
);

export const turnStatuses = ["not_started", "running", "waiting_for_input", "completed", "failed", "interrupted"] as const;
export type TurnStatus = (typeof turnStatuses)[number];

/** What one message led to: the conversation with the model, the page as it is being written, and how it ended. */
export const artifactTurns = pgTable(
  "artifact_turns",
  {
    id: id(),
    artifact_id: uuid()
      .notNull()
      .references(() => artifacts.id, { onDelete: "cascade" }),
    team_id: uuid()
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    /** For whom the model reads. */
    author_user_id: uuid().references(() => users.id, { onDelete: "set null" }),
    status: text({ enum: turnStatuses }).notNull(),
    base_revision_id: uuid(),
    result_revision_id: uuid(),
    model: text().notNull(),
    /** The conversation with the model so far, and with it the whole state of the work. */
    turns: jsonb().$type<Turn[]>().notNull(),
    page: json().$type<Page>().notNull(),
    steps: json().$type<TurnStep[]>().notNull().default([]),
    /** What the model has said so far. It is stored before it is shown. */
    said: text().notNull().default(""),
    questions: jsonb().$type<Question[]>().notNull().default([]),
    failure: jsonb().$type<{ code: string; message: string }>(),
    /** Rounds of looking at its own page that were given back to the model. */
    checks: integer().notNull().default(0),
    attempt: integer().notNull().default(0),
    retry_reason: text(),
    retrying_since: instant(),
    lease: integer().notNull().default(0),
    worker_id: uuid(),
    next_attempt_at: instant(),
    started_at: instant(),
    completed_at: instant(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    oneOf("status", turnStatuses),
    // Two turns under way in one dashboard cannot exist, whatever the code above does.
    uniqueIndex("artifact_turns_open")
      .on(t.artifact_id)
      .where(sql`status in ('not_started', 'running')`),
    index("artifact_turns_artifact").on(t.artifact_id, t.created_at, t.id),
    index("artifact_turns_due")
      .on(t.created_at, t.id)
      .where(sql`status in ('not_started', 'running')`),
    index("artifact_turns_waiting")
      .on(t.team_id, t.author_user_id)
      .where(sql`status = 'waiting_for_input'`),
    index("artifact_turns_worker")
      .on(t.worker_id)
      .where(sql`worker_id is not null`),
  ],
);

const messageRoles = ["user", "assistant"] as const;

/** What people asked. What the agent said to it is in the turn. */
export const artifactMessages = pgTable(
  "artifact_messages",
  {
    id: id(),
    artifact_id: uuid()
      .notNull()
      .references(() => artifacts.id, { onDelete: "cascade" }),
    turn_id: uuid()
      .notNull()
      .references(() => artifactTurns.id, { onDelete: "cascade" }),
    author_user_id: uuid().references(() => users.id, { onDelete: "set null" }),
    role: text({ enum: messageRoles }).notNull(),
    content: text().notNull(),
    selected_element: json().$type<SelectedElement>(),
    /** Whether the words are what a stop left of them. */
    partial: boolean().notNull().default(false),
    created_at: createdAt(),
  },
  (t) => [
    oneOf("role", messageRoles),
    index("artifact_messages_artifact").on(t.artifact_id, t.created_at, t.id),
    index("artifact_messages_turn").on(t.turn_id),
  ],
);

/** What its agent may read, of the accounts that its creator connected. */
export const artifactConnections = pgTable(
  "artifact_connections",
  {
    artifact_id: uuid()
      .notNull()
      .references(() => artifacts.id, { onDelete: "cascade" }),
    connection_id: uuid()
      .notNull()
      .references(() => connections.id, { onDelete: "cascade" }),
    created_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.artifact_id, t.connection_id] }), index("artifact_connections_connection").on(t.connection_id)],
);
