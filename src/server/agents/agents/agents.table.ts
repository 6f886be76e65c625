import { revisionStatuses } from "#contract/agents/revisions.ts";
import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { type Config, stepTypes } from "#contract/agents/config.ts";
import { createdAt, id, instant, oneOf } from "#server/platform/db/columns.ts";
import { automations } from "#server/agents/automations/automations.table.ts";
import { teams, users } from "#server/teams/teams.table.ts";

export const agentFolders = pgTable(
  "agent_folders",
  {
    id: id(),
    team_id: uuid()
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    /** Absent: at the root. A folder goes with the one around it. */
    parent_folder_id: uuid().references((): AnyPgColumn => agentFolders.id, { onDelete: "cascade" }),
    name: text().notNull(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    unique("agent_folders_name").on(t.team_id, t.parent_folder_id, t.name).nullsNotDistinct(),
    index("agent_folders_parent").on(t.parent_folder_id),
  ],
);

export const agents = pgTable(
  "agents",
  {
    id: id(),
    team_id: uuid()
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    name: text().notNull(),
    type: text({ enum: stepTypes }).notNull(),
    /** Made by name alone: the first revision settles the type. */
    type_open: boolean().notNull().default(false),
    slack_enabled: boolean(),
    microsoft_teams_enabled: boolean(),
    agentic_memory_enabled: boolean().notNull().default(true),
    thread_id: uuid(),
    folder_id: uuid().references(() => agentFolders.id, { onDelete: "set null" }),
    automation_id: uuid().references(() => automations.id),
    last_run_at: instant(),
    /** Runs started so far: the next one gets the number after it. */
    run_count: integer().notNull().default(0),
    created_by: uuid().references(() => users.id, { onDelete: "set null" }),
    updated_by: uuid().references(() => users.id, { onDelete: "set null" }),
    created_at: createdAt(),
    updated_at: createdAt(),
    /** A deleted agent is kept as a name for its past runs. */
    deleted_at: instant(),
  },
  (t) => [
    oneOf("type", stepTypes),
    // What an automation binds has to be its member.
    unique("agents_member").on(t.id, t.automation_id),
    index("agents_automation")
      .on(t.automation_id)
      .where(sql`automation_id is not null`),
    index("agents_team")
      .on(t.team_id, t.updated_at, t.id)
      .where(sql`deleted_at is null`),
    index("agents_folder")
      .on(t.folder_id, t.updated_at, t.id)
      .where(sql`folder_id is not null`),
  ],
);

export const agentPins = pgTable(
  "agent_pins",
  {
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    agent_id: uuid()
      .notNull()
      .references(() => agents.id, { onDelete: "cascade" }),
    pinned_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.agent_id] })],
);

export const revisions = pgTable(
  "revisions",
  {
    id: id(),
    agent_id: uuid()
      .notNull()
      .references(() => agents.id, { onDelete: "cascade" }),
    name: text().notNull(),
    revision_name: text(),
    revision_description: text(),
    config: jsonb().$type<Config>(),
    status: text({ enum: revisionStatuses }).notNull(),
    revision_number: integer().notNull(),
    /** When it was live for the first time; null for drafts. A trigger sets it, whichever way a revision goes live. */
    first_live_at: instant(),
    parent_build_id: uuid(),
    handover_target_ids: uuid().array().notNull().default([]),
    handover_to: uuid(),
    sub_agent_ids: uuid().array().notNull().default([]),
    /** Who changed what its runs do, and when; null since it was made. */
    changed_by: uuid().references(() => users.id, { onDelete: "set null" }),
    changed_at: instant(),
    created_by: uuid().references(() => users.id, { onDelete: "set null" }),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    oneOf("status", revisionStatuses),
    unique("revisions_of_agent").on(t.id, t.agent_id),
    uniqueIndex("revisions_number").on(t.agent_id, t.revision_number),
    // Two live revisions cannot exist, whatever the code above does.
    uniqueIndex("revisions_live")
      .on(t.agent_id)
      .where(sql`status = 'live'`),
    // Which revisions name a file or a skill.
    index("revisions_files").using("gin", sql`(config -> 'data' -> 'files') jsonb_path_ops`),
    index("revisions_skills").using("gin", sql`(config -> 'data' -> 'skills') jsonb_path_ops`),
    // Which revisions name a blob.
    index("revisions_blobs").using("gin", sql`(config -> 'data' -> 'source' -> 'bundle' -> 'files') jsonb_path_ops`),
  ],
);

export const codeBlobs = pgTable(
  "code_blobs",
  {
    team_id: uuid()
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    sha256: text().notNull(),
    size_bytes: integer().notNull(),
    object_key: text().notNull(),
    created_by: uuid().references(() => users.id, { onDelete: "set null" }),
    created_at: createdAt(),
    /** When somebody last uploaded it or named it, or it was found to be named. */
    needed_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.team_id, t.sha256] }), index("code_blobs_needed").on(t.needed_at)],
);
