import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import type { ClientBase, Pool } from "pg";
import { bringFunctions } from "./functions.ts";
import { lockTransaction, processLocks } from "./locks.ts";
import { patienceOf, withoutLimit, withPatience } from "./patience.ts";

const migrationsFolder = new URL("./migrations", import.meta.url).pathname;
/** How long a start waits for somebody else's server to take connections. */
const startMs = 10_000;

/**
 * Brings tables and functions up to date, all of it or nothing. Throws a sentence for a person when this version cannot do that. A change of
 * a large table, and the wait for another process that makes it, may take longer than anything else.
 */
export async function bringUpToDate(pool: Pool): Promise<void> {
  const client = await withPatience(patienceOf(startMs), () => pool.connect());
  await withoutLimit(async () => {
    try {
      await client.query("begin");
      await client.query("set local statement_timeout = 0");
      await lockTransaction(client, processLocks.migration);
      // A function may use what a later file makes.
      await client.query("set local check_function_bodies = off");
      await migrate(client, readMigrationFiles({ migrationsFolder }));
      await client.query("commit");
    } catch (error) {
      await client.query("rollback");
      throw error;
    } finally {
      client.release();
    }
  });
}

/** Runs what is later than the last migration in drizzle's journal. */
async function migrate(client: ClientBase, migrations: MigrationMeta[]): Promise<void> {
  await client.query("create schema if not exists drizzle");
  await client.query(
    "create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)",
  );
  const { rows } = await client.query<{ at: string | null }>("select max(created_at) as at from drizzle.__drizzle_migrations");
  const last = Number(rows[0]?.at ?? 0);
  refuseOlderThanFoundation(last, migrations[0]);
  await bringFunctions(client, "before tables");
  for (const { sql, hash, folderMillis } of migrations) {
    if (folderMillis <= last) continue;
    for (const statement of sql) await client.query(statement);
    await client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [hash, folderMillis]);
  }
  await bringFunctions(client, "after tables");
}

/** The foundation would make the tables of an older store a second time. */
function refuseOlderThanFoundation(last: number, foundation: MigrationMeta | undefined): void {
  if (foundation && last > 0 && last < foundation.folderMillis)
    throw new Error(
      "The store was made by a preview from before the first release, and this version cannot take it over. " +
        "Start on an empty store: name another folder in DATA_DIR, or another database in DATABASE_URL.",
    );
}
