import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

// What the cluster itself says of case and order may hold for ASCII only. ICU's root collation knows every script, so each statement that ignores case
// or sorts by what a person wrote names it: by these, or by `collate "und-x-icu"`.

/** Whether a text has a part as it is written, its case ignored. */
export function contains(text: SQLWrapper, part: string): SQL {
  return sql`(${text}) collate "und-x-icu" ilike ${`%${part.replace(/[\\%_]/g, "\\$&")}%`}`;
}

/** A text without its case: what is the same word has the same one. */
export function lowered(text: SQLWrapper | string): SQL<string> {
  return sql<string>`lower((${text})::text collate "und-x-icu")`;
}

/** A text as a list is sorted by it: ä beside a, and not behind z. */
export function alphabetical(text: SQLWrapper): SQL {
  return sql`(${text}) collate "und-x-icu"`;
}
