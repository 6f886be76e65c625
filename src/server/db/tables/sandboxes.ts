import { bigint, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "#server/db/columns.ts";
import { teams, users } from "./teams.ts";

export const sandboxes = pgTable(
  "sandboxes",
  {
    id: id(),
    team_id: uuid()
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    user_id: uuid().references(() => users.id, { onDelete: "set null" }),
    created_at: createdAt(),
    expires_at: instant().notNull(),
  },
  (t) => [index("sandboxes_expiry").on(t.expires_at)],
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
  (t) => [primaryKey({ columns: [t.sandbox_id, t.path] })],
);
