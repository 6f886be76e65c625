import { index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { UnreadFolder } from "#contract/connections/looks.ts";
import { connections } from "#server/connections/connections/connections.table.ts";
import { instant } from "#server/platform/db/columns.ts";

/** How far a connection was looked at for events, once for all triggers that listen to it. It is there as long as one does. */
export const sourceCursors = pgTable(
  "source_cursors",
  {
    connection_id: uuid()
      .primaryKey()
      .references(() => connections.id, { onDelete: "cascade" }),
    /** What was there when it was last looked at; null before the first time, and the first time starts nothing. */
    cursor: jsonb(),
    /** Where it was looked at: what is known of one server says nothing of another. */
    server_url: text(),
    /** Counts the looks that began: only the last one is stored. */
    looks: integer().notNull().default(0),
    next_attempt_at: instant().notNull(),
    began_at: instant(),
    looked_at: instant(),
    /** In a row. */
    failures: integer().notNull().default(0),
    failing_since: instant(),
    problem: text(),
    /** Of a mailbox: folders that triggers listen to and that were not there, or did not open. */
    unread_folders: jsonb().$type<UnreadFolder[]>().notNull().default([]),
  },
  (t) => [index("source_cursors_due").on(t.next_attempt_at)],
);
