import { sql } from "drizzle-orm";
import { boolean, check, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/platform/db/columns.ts";

/** What all processes on a store have in common, and what tells one of them that it does not belong: one row. */
export const installation = pgTable(
  "installation",
  {
    only_row: boolean().primaryKey().default(true),
    /** Of the key that seals secrets and signs addresses. */
    key_fingerprint: text().notNull(),
    /** The place of file contents holds it too, once `files_marked`. */
    files_id: uuid().notNull(),
    files_marked: boolean().notNull().default(false),
    /** The server and database that it was started on last. A restored copy is on another one. */
    home: text().notNull(),
    /** From when on nothing is done in the background; null: it is. */
    paused_at: instant(),
  },
  () => [check("installation_only_row", sql`only_row`)],
);
