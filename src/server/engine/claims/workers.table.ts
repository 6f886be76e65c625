import { boolean, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { WorkerReport } from "#contract/runs/engine.ts";
import { createdAt, instant } from "#server/platform/db/columns.ts";

/**
 * The processes that work on runs. A process says here that it lives, and what it works on names it. One that others took something from never
 * lives again under the same id.
 */
export const workers = pgTable("workers", {
  id: uuid().primaryKey(),
  host: text().notNull(),
  pid: integer().notNull(),
  version: text().notNull(),
  started_at: createdAt(),
  /** Until when it is believed to live. */
  alive_until: instant().notNull(),
  /** When the store heard it again after it could have been taken for dead. */
  regained_at: instant(),
  /** It ended in order. */
  stopped: boolean().notNull().default(false),
  /** How often others took something from it after it had ended. */
  taken_over: integer().notNull().default(0),
  /** What it last said of itself; null for a version that says nothing. */
  report: jsonb().$type<WorkerReport>(),
});
