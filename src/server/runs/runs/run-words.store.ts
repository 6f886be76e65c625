import { sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/open.ts";
import { isUnspaced, refillWords } from "#server/platform/db/refill.ts";

/** Runs whose titles have words that an earlier version did not cut. A title that is written makes `search` again. */
export function refillRunWords(db: Db, closed: () => boolean): Promise<void> {
  return refillWords(
    db,
    "runs",
    sql`select id from runs`,
    sql`update runs r set title = r.title from portion p where r.id = p.id and ${isUnspaced(sql`r.title || coalesce(r.case_title, '')`)}`,
    closed,
  );
}
