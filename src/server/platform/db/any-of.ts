import { type SQL, sql } from "drizzle-orm";

/** A list of ids inside a statement, as in `where id = ${anyOf(ids)}`. */
export function anyOf(ids: readonly string[]): SQL {
  return sql`any(${sql.param([...ids])}::uuid[])`;
}
