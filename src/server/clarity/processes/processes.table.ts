import { sql } from "drizzle-orm";
import { index, integer, json, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { CaptureMessage, TextPlaces } from "#contract/clarity/capture.ts";
import type { EvidenceLocator } from "#contract/clarity/step-source.ts";
import {
  captureStatuses,
  captureTypes,
  type GenerationProgress,
  processStatuses,
  processVisibilities,
  snapshotKinds,
  snapshotStatuses,
} from "#contract/clarity/process.ts";
import type { CaptureFinding } from "#contract/clarity/artifact-imports.ts";
import type { VersionData } from "./version-data.ts";
import { createdAt, id, instant, oneOf } from "#server/platform/db/columns.ts";
import { teams, users } from "#server/teams/teams.table.ts";

export const clarityProcesses = pgTable(
  "clarity_processes",
  {
    id: id(),
    team_id: uuid()
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text().notNull(),
    status: text({ enum: processStatuses }).notNull().default("draft"),
    visibility: text({ enum: processVisibilities }).notNull().default("team"),
    version: integer().notNull().default(2),
    /** Of version 1: what was generated, in whatever shape it had. */
    analysis: json().$type<Record<string, unknown>>(),
    /** Which generation is under way: each of its writes names it, so that one that was stopped changes nothing. */
    generation_id: uuid(),
    generation_error: text(),
    generation_progress: json().$type<GenerationProgress>(),
    custom_prompt: text(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    oneOf("status", processStatuses),
    oneOf("visibility", processVisibilities),
    index("clarity_processes_team").on(t.team_id, t.updated_at, t.id),
    index("clarity_processes_user").on(t.user_id),
  ],
);

/** The unit that it is about has a position in its capture. */
export type StoredFinding = Omit<CaptureFinding, "evidence_id"> & { readonly ordinal: number | null };

/** What was collected about a process. */
export const clarityCaptures = pgTable(
  "clarity_captures",
  {
    id: id(),
    process_id: uuid()
      .notNull()
      .references(() => clarityProcesses.id, { onDelete: "cascade" }),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    type: text({ enum: captureTypes }).notNull(),
    status: text({ enum: captureStatuses }).notNull(),
    video_url: text(),
    video_transcript: text(),
    document_file_name: text(),
    document_text_metadata: json().$type<TextPlaces>(),
    transcript: json().$type<CaptureMessage[]>(),
    /** Who is interviewed, in their own words. Null for what is no interview. */
    person: text(),
    /** Of a process map: what no step can hold. */
    findings: json().$type<StoredFinding[]>(),
    /** Why a recording could not be written down. */
    failure: text(),
    /** Whose storage its file counts against: the team of its process. */
    team_id: uuid(),
    size_bytes: integer(),
    /** The uploaded file. Null until it has arrived, and for what has none. */
    object_key: text(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    oneOf("type", captureTypes),
    oneOf("status", captureStatuses),
    index("clarity_captures_process").on(t.process_id, t.created_at, t.id),
    index("clarity_captures_user").on(t.user_id),
    index("clarity_captures_pending")
      .on(t.created_at)
      .where(sql`status = 'pending'`),
    index("clarity_captures_object").using("hash", t.object_key),
  ],
);

/** What captures are cut into. Steps cite the units: they are written once, with the end of their capture, and never changed. */
export const clarityEvidence = pgTable(
  "clarity_evidence",
  {
    capture_id: uuid()
      .notNull()
      .references(() => clarityCaptures.id, { onDelete: "cascade" }),
    ordinal: integer().notNull(),
    locator: json().$type<EvidenceLocator>().notNull(),
    text: text().notNull(),
    person: text(),
  },
  (t) => [primaryKey({ columns: [t.capture_id, t.ordinal] })],
);

const creators = ["human", "ai"] as const;

/** Versions of how a process is done, and of how it might be. */
export const claritySnapshots = pgTable(
  "clarity_snapshots",
  {
    id: id(),
    process_id: uuid()
      .notNull()
      .references(() => clarityProcesses.id, { onDelete: "cascade" }),
    kind: text({ enum: snapshotKinds }).notNull(),
    status: text({ enum: snapshotStatuses }).notNull(),
    /** The version that this one was made from. */
    parent_id: uuid(),
    /** Of a proposal: the current process that it changes. */
    current_process_id: uuid(),
    creator_type: text({ enum: creators }).notNull(),
    user_id: uuid().references(() => users.id, { onDelete: "set null" }),
    /** In `json` and not `jsonb`: it is read whole, and keeps the order of its fields. */
    data: json().$type<VersionData>().notNull(),
    created_at: createdAt(),
    /** Of what it says: a summary is written behind its steps. */
    updated_at: createdAt(),
    /** Nobody sees it from here on. */
    archived_at: instant(),
  },
  (t) => [
    oneOf("kind", snapshotKinds),
    oneOf("status", snapshotStatuses),
    oneOf("creator_type", creators),
    uniqueIndex("clarity_snapshots_live")
      .on(t.process_id, t.kind)
      .where(sql`status = 'live'`),
    uniqueIndex("clarity_snapshots_generating")
      .on(t.process_id, t.kind)
      .where(sql`status = 'generating'`),
    index("clarity_snapshots_process").on(t.process_id, t.created_at, t.id),
    index("clarity_snapshots_user").on(t.user_id),
  ],
);
