import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "#server/platform/db/columns.ts";
import { teams, users } from "#server/teams/teams.table.ts";

export const files = pgTable(
  "files",
  {
    id: id(),
    team_id: uuid()
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    path: text().notNull(),
    mimetype: text().notNull(),
    size_bytes: bigint({ mode: "number" }).notNull(),
    /** Of the contents before it together; a trigger keeps it. */
    history_bytes: bigint({ mode: "number" }).notNull().default(0),
    /** The key of the bytes in the object store. Each content has its own, so a reader never sees half of a change. */
    object_key: text().notNull(),
    /** Counts the contents; those before lie in `file_versions`. */
    version: integer().notNull().default(1),
    /** Of the content: a rename changes the file, not what it says. */
    written_by: uuid().references(() => users.id, { onDelete: "set null" }),
    written_at: createdAt(),
    created_by: uuid().references(() => users.id, { onDelete: "set null" }),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [uniqueIndex("files_by_path").on(t.team_id, t.path.op("text_pattern_ops")), index("files_object").using("hash", t.object_key)],
);

/** What a file said before. */
export const fileVersions = pgTable(
  "file_versions",
  {
    file_id: uuid()
      .notNull()
      .references(() => files.id, { onDelete: "cascade" }),
    version: integer().notNull(),
    size_bytes: bigint({ mode: "number" }).notNull(),
    object_key: text().notNull(),
    written_by: uuid().references(() => users.id, { onDelete: "set null" }),
    written_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.file_id, t.version] }), index("file_versions_object").using("hash", t.object_key)],
);

/** What happened to a file, which may be gone since: the text beside its event. */
export const fileChanges = pgTable(
  "file_changes",
  {
    id: id(),
    team_id: uuid()
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    path: text().notNull(),
    mimetype: text().notNull(),
    size_bytes: bigint({ mode: "number" }).notNull(),
    created_at: createdAt(),
  },
  (t) => [index("file_changes_team").on(t.team_id), index("file_changes_age").on(t.created_at)],
);

/** A file that arrives in pieces, until a day after the last of them. */
export const fileUploads = pgTable(
  "file_uploads",
  {
    /** As the signed address names it. */
    id: uuid().primaryKey(),
    team_id: uuid()
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    user_id: uuid().references(() => users.id, { onDelete: "set null" }),
    /** Object keys of the pieces, in order. */
    pieces: text().array().notNull().default([]),
    /** Bytes that the pieces have together. */
    received: bigint({ mode: "number" }).notNull().default(0),
    /** The file is there. */
    completed: boolean().notNull().default(false),
    updated_at: createdAt(),
  },
  (t) => [index("file_uploads_age").on(t.updated_at)],
);

/** Bytes that people put into teams, appended by triggers in the writing transaction and folded as `run_counts` is. */
export const storageCounts = pgTable(
  "storage_counts",
  {
    /** `person:`, `team:` or `organization:` with its id. */
    scope: text().notNull(),
    kind: text().notNull(),
    n: bigint({ mode: "number" }).notNull(),
    changes: bigint({ mode: "number" }).notNull(),
    /** Whether it is the sum of what was appended before. */
    folded: boolean().notNull().default(false),
  },
  (t) => [
    index("storage_counts_scope").on(t.scope),
    index("storage_counts_appended")
      .on(t.scope)
      .where(sql`not folded`),
  ],
);

/** Bytes that may be stored in all; the service writes them when it starts, and the trigger that counts holds every write to them. */
export const storageLimits = pgTable("storage_limits", {
  /** `person`, `team` or `organization`. */
  scope: text().primaryKey(),
  bytes: bigint({ mode: "number" }).notNull(),
});

/** Object keys that no row names any more; their bytes are removed in the background. */
export const orphanedObjects = pgTable("orphaned_objects", {
  object_key: text().primaryKey(),
  created_at: createdAt(),
});

export const skills = pgTable(
  "skills",
  {
    id: id(),
    team_id: uuid()
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    name: text().notNull(),
    description: text().notNull(),
    /** Of its files together; a trigger keeps it. */
    bytes: bigint({ mode: "number" }).notNull().default(0),
    updated_by: uuid().references(() => users.id, { onDelete: "set null" }),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [uniqueIndex("skills_name").on(t.team_id, t.name)],
);

export const skillFiles = pgTable(
  "skill_files",
  {
    skill_id: uuid()
      .notNull()
      .references(() => skills.id, { onDelete: "cascade" }),
    path: text().notNull(),
    size_bytes: integer().notNull(),
    /** Of the bytes, in hex: what an upload would change is told by it. */
    sha256: text().notNull(),
    object_key: text().notNull(),
    updated_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.skill_id, t.path] }), index("skill_files_object").using("hash", t.object_key)],
);
