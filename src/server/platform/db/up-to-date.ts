import { setTimeout as sleep } from "node:timers/promises";
import type { ClientBase, Pool } from "pg";
import { bringFunctions, laterFunctions } from "./functions.ts";
import { processLocks, tryLockConnection, unlockConnection } from "./locks.ts";
import { type Migration, readMigrations } from "./migrations.ts";
import { needsTable, noteNeeds, refuseNewer } from "./newer-store.ts";
import { patienceOf, withoutLimit, withPatience } from "./patience.ts";
import { StartRefusal } from "./start-refusal.ts";
import { takeBeside, type TakeStep, takeWithin } from "./take-step.ts";

/** How long a start waits for somebody else's server to take connections. */
const startMs = 10_000;
/** Whoever waited within PostgreSQL would hold up an index that another start makes. */
const lookAgainMs = 100;
/** The last version that has the migrations of the previews: one that a preview made has to pass it. */
const lastPreview = "add4595d";

/** A condition of the store that no transaction can write. */
export const isReadOnly = "(pg_is_in_recovery() or current_setting('transaction_read_only')::boolean)";

export interface Bringing {
  /** What a store notes of who changed it. */
  readonly version: string;
  /** Others than ours. */
  readonly migrationsFolder?: string | undefined;
  /** Hears of each step before it is taken: its number, how many there are, and its name. */
  readonly progress?: ((step: number, of: number, name: string) => void) | undefined;
}

/**
 * Brings tables and functions up to date, step by step, beside processes of an earlier version that serve requests. A step is done as a whole or
 * not at all, and a start that was cut off is continued by the next one. A new store is made as a whole. Throws a sentence for a person when
 * this version cannot do that. A change of a large table, and the wait for another process that makes it, may take longer than anything else.
 */
export async function bringUpToDate(pool: Pool, { version, migrationsFolder, progress = () => undefined }: Bringing): Promise<void> {
  const client = await withPatience(patienceOf(startMs), () => pool.connect());
  await withoutLimit(async () => {
    try {
      // A function may use what a later file makes.
      await client.query("set statement_timeout = 0; set lock_timeout = 0; set check_function_bodies = off");
      while (!(await tryLockConnection(client, processLocks.migration))) await sleep(lookAgainMs);
      try {
        await migrate(client, readMigrations(migrationsFolder), version, progress);
      } finally {
        await unlockConnection(client, processLocks.migration);
      }
    } finally {
      // Its settings end with it.
      client.release(true);
    }
  });
}

/** What a store has taken over. */
const notes = `
  create schema if not exists drizzle;
  create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
  create table if not exists drizzle.functions (file text primary key, hash text not null, at bigint not null);
  ${needsTable}`;

/** Runs what is later than the last migration in drizzle's journal. */
async function migrate(client: ClientBase, migrations: readonly Migration[], version: string, progress: Progress): Promise<void> {
  await refuseReadOnly(client);
  const last = await lastMigration(client);
  refuseOlderThanFoundation(last, migrations[0]);
  await refuseNewer(client, migrations, last, version);
  if (last > 0) {
    await client.query(notes);
    await noteNeeds(client, migrations, version);
    return bring(client, migrations, last, takeBeside, progress);
  }
  await client.query("begin");
  try {
    await client.query(notes);
    await noteNeeds(client, migrations, version);
    await bring(client, migrations, last, takeWithin, progress);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

type Progress = NonNullable<Bringing["progress"]>;

async function bring(
  client: ClientBase,
  migrations: readonly Migration[],
  last: number,
  take: TakeStep,
  progress: Progress,
): Promise<void> {
  const later = migrations.filter(({ when }) => when > last);
  await bringFunctions(client, "before tables", take);
  for (const [n, { statements, hash, when, tag }] of later.entries()) {
    progress(n + 1, later.length, tag);
    await take(client, statements, () =>
      client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [hash, when]),
    );
  }
  await bringFunctions(client, "after tables", take);
}

/** 0: the store is new. */
async function lastMigration(client: ClientBase): Promise<number> {
  const { rows: tables } = await client.query("select from pg_tables where schemaname = 'drizzle' and tablename = '__drizzle_migrations'");
  if (tables.length === 0) return 0;
  const { rows } = await client.query<{ at: string | null }>("select max(created_at) as at from drizzle.__drizzle_migrations");
  return Number(rows[0]?.at ?? 0);
}

/** The foundation would make the tables of an older store a second time. */
function refuseOlderThanFoundation(last: number, foundation: Migration | undefined): void {
  if (foundation && last > 0 && last < foundation.when)
    throw new StartRefusal(
      `The store was made by a preview from before the first release. Start it once with the commit ${lastPreview}, which brings it to where this ` +
        "version takes it over. Or start on an empty store: name another folder in DATA_DIR, or another database in DATABASE_URL.",
    );
}

/** A standby, or a primary that was demoted. */
async function refuseReadOnly(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ readOnly: boolean }>(`select ${isReadOnly} as "readOnly"`);
  if (rows[0]?.readOnly)
    throw new StartRefusal(
      "The store takes no writes: it is a standby, or another server has become the primary. Let DATABASE_URL name the primary, then start again.",
      { temporary: true },
    );
}

/** The names of the steps that a start of this version would take, in their order. Changes nothing. Throws what the start would. */
export async function planOf(pool: Pool, { version, migrationsFolder }: Bringing): Promise<string[]> {
  const client = await withPatience(patienceOf(startMs), () => pool.connect());
  try {
    const migrations = readMigrations(migrationsFolder);
    await refuseReadOnly(client);
    const last = await lastMigration(client);
    refuseOlderThanFoundation(last, migrations[0]);
    await refuseNewer(client, migrations, last, version);
    return [...migrations.filter(({ when }) => when > last).map(({ tag }) => tag), ...(await laterFunctions(client))];
  } finally {
    client.release();
  }
}
