import type { Db } from "./open.ts";

/**
 * Reads that belong together, such as a page of a list and its total: what others write meanwhile is in all of them or in none. On one
 * connection, and nothing can be written.
 */
export function inSnapshot<T>(db: Db, read: (at: Db) => Promise<T>): Promise<T> {
  return db.transaction(read, { isolationLevel: "repeatable read", accessMode: "read only" });
}
