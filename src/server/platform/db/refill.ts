import { type SQL, sql } from "drizzle-orm";
import type { Db } from "./open.ts";

/** Rows that are looked at in a transaction. */
const atOnce = 500;

/**
 * Writes the words of a large table again, the newest rows first, so many in a transaction. `write` changes what needs it among `portion (id)`. Any
 * process continues, and one at a time.
 */
export async function refillWords(db: Db, name: string, ids: SQL, write: SQL, closed: () => boolean): Promise<void> {
  let more = true;
  while (more && !closed())
    more = await db.transaction(async (tx) => {
      const held = await tx.execute<{ before: string }>(sql`select before from search_refills where name = ${name} for update skip locked`);
      const before = held.rows[0]?.before;
      if (before === undefined) return false;
      const { rows } = await tx.execute<{ last: string | null }>(sql`
        with portion as materialized (select id from (${ids}) i where id < ${before}::uuid order by id desc limit ${atOnce}), written as (${write})
        select (array_agg(id order by id))[1] as last from portion`);
      const last = rows[0]?.last ?? null;
      await tx.execute(
        last === null
          ? sql`delete from search_refills where name = ${name}`
          : sql`update search_refills set before = ${last} where name = ${name}`,
      );
      return last !== null;
    });
}

/** Whether a text has letters of a script without blanks between its words. */
export const isUnspaced = (text: SQL) => sql`(${text}) collate "C" ~ unspaced()`;
