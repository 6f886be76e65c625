import { drizzle } from "drizzle-orm/node-postgres";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import type { ClientBase, Pool } from "pg";
import { patienceOf, withoutLimit, withPatience } from "./patience.ts";

const migrationsFolder = new URL("./migrations", import.meta.url).pathname;
/** How long a start waits for somebody else's server to take connections. */
const startMs = 10_000;
/** Any number that other software on the same database is unlikely to lock. */
const migrationLock = 7_202_611;

/**
 * Brings the tables up to date. Throws a sentence for a person when this version cannot do that. A change of a large table, and the wait for
 * another process that makes it, may take longer than anything else.
 */
export async function bringUpToDate(pool: Pool): Promise<void> {
  const client = await withPatience(patienceOf(startMs), () => pool.connect());
  await withoutLimit(async () => {
    try {
      await client.query("set statement_timeout = 0");
      await client.query("select pg_advisory_lock($1)", [migrationLock]);
      await refuseOlderThanFoundation(client);
      await migrate(drizzle(client), { migrationsFolder });
      await client.query("select pg_advisory_unlock($1)", [migrationLock]);
      await client.query("reset statement_timeout");
    } finally {
      client.release();
    }
  });
}

/** The foundation would be made a second time over the tables of a store that began before it. */
async function refuseOlderThanFoundation(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ journal: string | null }>("select to_regclass('drizzle.__drizzle_migrations') as journal");
  if (!rows[0]?.journal) return;
  const last = await client.query<{ at: string | null }>("select max(created_at) as at from drizzle.__drizzle_migrations");
  const at = last.rows[0]?.at;
  const [foundation] = readMigrationFiles({ migrationsFolder });
  if (at && foundation && Number(at) < foundation.folderMillis)
    throw new Error(
      "The store was made by a preview from before the first release, and this version cannot take it over. " +
        "Start on an empty store: name another folder in DATA_DIR, or another database in DATABASE_URL.",
    );
}
