import { sql } from "drizzle-orm";
import { bigint, boolean, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "#server/platform/db/columns.ts";
import { teams, users } from "#server/teams/teams.table.ts";

export const sandboxes = pgTable(
  "sandboxes",
  {
    id: id(),
    team_id: uuid()
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    user_id: uuid().references(() => users.id, { onDelete: "set null" }),
    /** Of its files together; a trigger keeps it. */
    bytes: bigint({ mode: "number" }).notNull().default(0),
    /** A person made it, not a run. */
    by_hand: boolean().notNull().default(false),
    created_at: createdAt(),
    /** Infinite once a run uses it. */
    expires_at: instant().notNull(),
  },
  (t) => [
    index("sandboxes_expiry")
      .on(t.expires_at)
      .where(sql`expires_at < 'infinity'`),
    index("sandboxes_by_hand")
      .on(t.team_id, t.user_id)
      .where(sql`by_hand`),
  ],
);

export const sandboxFiles = pgTable(
  "sandbox_files",
  {
    sandbox_id: uuid()
      .notNull()
      .references(() => sandboxes.id, { onDelete: "cascade" }),
    /** Relative to `/workspace`. */
    path: text().notNull(),
    size_bytes: bigint({ mode: "number" }).notNull(),
    object_key: text().notNull(),
    created_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.sandbox_id, t.path] }), index("sandbox_files_object").using("hash", t.object_key)],
);
