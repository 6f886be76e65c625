import { join } from "node:path";
import { type Build, buildOf } from "#server/platform/build.ts";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { usualConnections } from "#server/platform/config.ts";
import { startEmbedded } from "./embedded/embedded.ts";
import { claimFolder, type FolderClaim } from "./embedded/folder-claim.ts";
import { createPool, type StorePool } from "./pool.ts";
import { refusePooler } from "./refuse-pooler.ts";
import { bringUpToDate } from "./up-to-date.ts";

/** The store, or a transaction in it: both take the same queries. */
export type Db = Pick<
  NodePgDatabase,
  "select" | "selectDistinct" | "insert" | "update" | "delete" | "execute" | "transaction" | "$with" | "with"
>;

export type ProgramsDb = NodePgDatabase & { readonly $client: StorePool };

export interface Store {
  readonly db: NodePgDatabase;
  readonly pool: StorePool;
  /** The same store on a pool of its own, for what agents' programs call. */
  readonly programs: ProgramsDb;
  readonly embedded: boolean;
  close(): Promise<void>;
}

export interface StoreOptions {
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
  readonly build?: Build | undefined;
  /** How many this process may open. */
  readonly connections?: number;
  /** The database's name where we run the server ourselves. */
  readonly database?: string;
}

/** On which a process says that it lives and hears of others. */
const ownConnections = 2;

/** Opens the store, brings its tables up to date, and returns it. Throws a sentence for a person when that cannot be done. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { connections = usualConnections } = options;
  const settings = { max_connections: String(Math.max(80, connections + 20)) };
  const embedded = options.databaseUrl ? undefined : await startEmbedded(options.dataDir, { settings });
  if (options.databaseUrl) await refusePooler(options.databaseUrl);
  const config: pg.PoolConfig = embedded ? embedded.connection : { connectionString: options.databaseUrl };
  const forPrograms = Math.round((connections - ownConnections) * (2 / 7));
  const pool = createPool({ ...config, max: connections - ownConnections - forPrograms });
  let claim: FolderClaim | undefined;
  try {
    if (embedded) claim = await claimFolder(embedded.connection, options.dataDir, endService);
    await bringUpToDate(pool, { version: (options.build ?? buildOf(undefined)).name });
  } catch (error) {
    await pool.end();
    await claim?.release();
    await embedded?.stop();
    throw error;
  }
  const db = drizzle(pool);
  const programs = openPrograms(config, forPrograms);
  return {
    db,
    pool,
    programs,
    embedded: embedded !== undefined,
    async close() {
      await programs.$client.end();
      await pool.end();
      await claim?.release();
      await embedded?.stop();
    },
  };
}

/** Somebody else works on our folder: whatever we would still do could harm it. */
function endService(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/** As many connections as programs may have in work at once: who calls more waits for these, and nobody else does. */
export function openPrograms(config: pg.PoolConfig, max = 8): ProgramsDb {
  // A program is worth waiting for: it has no other way to go on.
  return drizzle(createPool({ ...config, max, connectionTimeoutMillis: 30_000 }));
}

/** The Unix socket that the pool connects to, if it does. */
export function storeSockets(pool: pg.Pool): string[] {
  // Reads what the address and the environment say; connects to nothing.
  const { host, port } = new pg.Client(pool.options);
  return host.startsWith("/") ? [join(host, `.s.PGSQL.${port}`)] : [];
}

/** Brings one database up to date and lets go of it. `migrationsFolder`: others than ours. */
export async function migrateDatabase(config: pg.PoolConfig, migrationsFolder?: string): Promise<void> {
  const pool = createPool(config);
  try {
    await bringUpToDate(pool, { version: buildOf(undefined).name, migrationsFolder });
  } finally {
    await pool.end();
  }
}
