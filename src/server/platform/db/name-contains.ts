import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * Whether a name has a part as it is written, its case ignored. The cluster's own rules may know ASCII letters only; ICU's root collation folds the
 * case of every script.
 */
export function nameContains(name: SQLWrapper, part: string): SQL {
  return sql`(${name}) collate "und-x-icu" ilike ${`%${part.replace(/[\\%_]/g, "\\$&")}%`}`;
}
