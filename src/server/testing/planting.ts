import type pg from "pg";

/**
 * Lets `plant` fill tables by the hundred thousand within seconds: without what each row sets off, and with indexes and foreign keys made once
 * over all rows. What triggers would have counted is for `plant` to add, once. Nobody finds planted runs by a search.
 */
export async function planting(
  pool: pg.Pool,
  tables: readonly string[],
  plant: (client: pg.PoolClient) => Promise<unknown>,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0");
    await client.query("set maintenance_work_mem = '256MB'");
    const { rows: indexes } = await client.query<{ name: string; made: string }>(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
       where indrelid = any($1::text[]::regclass[]) and not indisunique`,
      [tables],
    );
    const { rows: keys } = await client.query<{ name: string; on: string; made: string }>(
      `select quote_ident(conname) as name, conrelid::regclass::text as on, pg_get_constraintdef(oid) as made from pg_constraint
       where conrelid = any($1::text[]::regclass[]) and contype = 'f'`,
      [tables],
    );
    for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
    for (const { name, on } of keys) await client.query(`alter table ${on} drop constraint ${name}`);
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    if (tables.includes("runs")) await client.query("alter table runs alter column search drop expression if exists");
    await plant(client);
    for (const { made } of indexes) await client.query(made);
    for (const { name, on, made } of keys) await client.query(`alter table ${on} add constraint ${name} ${made}`);
    for (const table of tables) {
      await client.query(`alter table ${table} enable trigger user`);
      await client.query(`vacuum analyze ${table}`);
    }
  } finally {
    client.release(true);
  }
}
