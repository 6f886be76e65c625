import { integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant } from "#server/db/columns.ts";

/**
 * The processes that work on runs. A process says here that it lives, and what it works on names it. One that was taken for dead never lives
 * again under the same id.
 */
export const workers = pgTable("workers", {
  id: uuid().primaryKey(),
  host: text().notNull(),
  pid: integer().notNull(),
  version: text().notNull(),
  started_at: createdAt(),
  /** Until when it is believed to live. */
  alive_until: instant().notNull(),
});
