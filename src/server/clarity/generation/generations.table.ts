import { sql } from "drizzle-orm";
import { index, integer, json, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Aggressiveness } from "#contract/clarity/generation.ts";
import { snapshotKinds } from "#contract/clarity/process.ts";
import { clarityCaptures, clarityProcesses } from "#server/clarity/processes/processes.table.ts";
import { clarityConversations } from "#server/clarity/chat/chat.table.ts";
import type { VersionData } from "#server/clarity/processes/version-data.ts";
import type { Turn } from "#server/engine/models/port.ts";
import { createdAt, id, instant, oneOf } from "#server/platform/db/columns.ts";
import { teams, users } from "#server/teams/teams.table.ts";

/** What a proposal is asked for with. */
export interface ProposalOptions {
  /** The version of the current process that it changes. */
  readonly source: string;
  /** The earlier proposal that it refines. */
  readonly former: string | null;
  readonly guidance: string | null;
  readonly change: Aggressiveness;
}

const tasks = ["generate", "postprocess", "chat", "transcribe"] as const;
const statuses = ["not_started", "running"] as const;

/**
 * What a model writes about a process: a version, for which its process names the row, so that what comes later changes nothing; what it says in a
 * conversation; or what is said in a recording. A row is there until it ends.
 */
export const clarityGenerations = pgTable(
  "clarity_generations",
  {
    id: id(),
    process_id: uuid()
      .notNull()
      .references(() => clarityProcesses.id, { onDelete: "cascade" }),
    team_id: uuid()
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    user_id: uuid().references(() => users.id, { onDelete: "set null" }),
    kind: text({ enum: snapshotKinds }).notNull(),
    task: text({ enum: tasks }).notNull(),
    status: text({ enum: statuses }).notNull(),
    /** Where it answers, if it does. */
    conversation_id: uuid().references(() => clarityConversations.id, { onDelete: "cascade" }),
    /** The recording that it writes down, if it does. */
    capture_id: uuid().references(() => clarityCaptures.id, { onDelete: "cascade" }),
    /** The captures that are read, in the order in which the model knows them. One that comes later is left to the next generation. */
    captures: uuid().array().notNull(),
    /** The version that this one follows, that is described again, or that is talked about. */
    snapshot_id: uuid(),
    /** Of a proposal. */
    proposal: json().$type<ProposalOptions>(),
    model: text().notNull(),
    /** What the model answered and was told, behind what it was asked. */
    turns: jsonb().$type<Turn[]>().notNull().default([]),
    /** The steps, once they are accepted. */
    data: json().$type<VersionData>(),
    attempt: integer().notNull().default(0),
    retry_reason: text(),
    retrying_since: instant(),
    lease: integer().notNull().default(0),
    worker_id: uuid(),
    next_attempt_at: instant(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    oneOf("kind", snapshotKinds),
    oneOf("task", tasks),
    oneOf("status", statuses),
    uniqueIndex("clarity_generations_of_version")
      .on(t.process_id)
      .where(sql`conversation_id is null and capture_id is null`),
    uniqueIndex("clarity_generations_capture").on(t.capture_id),
    uniqueIndex("clarity_generations_conversation").on(t.conversation_id),
    index("clarity_generations_of_process").on(t.process_id),
    index("clarity_generations_due").on(t.created_at, t.id),
    index("clarity_generations_worker")
      .on(t.worker_id)
      .where(sql`worker_id is not null`),
    index("clarity_generations_team").on(t.team_id),
    index("clarity_generations_user").on(t.user_id),
  ],
);
