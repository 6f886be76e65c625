import { bigint, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id } from "#server/db/columns.ts";
import { teams, users } from "./teams.ts";

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
    /** The key of the bytes in the object store. Each content has its own, so a reader never sees half of a change. */
    object_key: text().notNull(),
    created_by: uuid().references(() => users.id, { onDelete: "set null" }),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [uniqueIndex("files_path").on(t.team_id, t.path)],
);

/** Object keys that no row names any more; their bytes are removed in the background. */
export const orphanedObjects = pgTable("orphaned_objects", {
  object_key: text().primaryKey(),
  created_at: createdAt(),
});
