import { sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/open.ts";
import { isUnspaced, refillWords } from "#server/platform/db/refill.ts";

/** Cases with words that an earlier version did not cut. */
export function refillCaseWords(db: Db, closed: () => boolean): Promise<void> {
  return refillWords(
    db,
    "case_texts",
    sql`select case_id as id from case_texts`,
    sql`update case_texts t set words = case_words(c.queue_id, c.title, c.data) from portion p join cases c on c.id = p.id
      where t.case_id = p.id and ${isUnspaced(sql`c.title || as_read(c.data)`)}`,
    closed,
  );
}
