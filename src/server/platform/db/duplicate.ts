import type { Db } from "./open.ts";

/** PostgreSQL's code for a row that would break a unique index. */
const uniqueViolation = "23505";

/** Runs a write that a unique index may refuse; undefined when it did. The rest of the caller's transaction goes on. */
export async function unlessDuplicate<T>(db: Db, write: (tx: Db) => Promise<T>): Promise<T | undefined> {
  try {
    return await db.transaction(write);
  } catch (error) {
    const { code, cause } = error as { code?: string; cause?: { code?: string } };
    if ((cause?.code ?? code) === uniqueViolation) return undefined;
    throw error;
  }
}
