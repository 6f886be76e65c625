import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { startEmbedded } from "#server/platform/db/embedded/embedded.ts";
import { migrateDatabase } from "#server/platform/db/open.ts";
import { printCosts } from "./costs.ts";
import { templates } from "./database.ts";
import { createPeople } from "./people.ts";
import { seed } from "./seed.ts";
import { clockVariables } from "./set-clock.ts";
import { storeFolder } from "./store-folder.ts";

const settings = {
  // Nothing in here has to outlive a power cut.
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  // For as many services as run at one time, with all their pools.
  max_connections: "400",
  // A connection of a test lives for seconds: to plan each statement five times before a plan is kept takes longer than to run it.
  // Nor does a small table gain by workers, each of which reads the catalog anew: a digest of the whole store took twice the CPU. Proofs look at plans.
  ...(!process.env.LONG && { plan_cache_mode: "force_generic_plan", max_parallel_workers_per_gather: "0" }),
};

/** Starts one PostgreSQL for all test files, with a migrated database that each of them copies. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await storeFolder("caseload-test-");
  const embedded = await startEmbedded(folder, { settings, env: clockVariables(), createDatabases: true });
  const admin = new pg.Client(embedded.connection);
  await admin.connect();
  await admin.query(`create database ${templates.empty}`);
  await migrateDatabase({ ...embedded.connection, database: templates.empty });
  await admin.query(`create database ${templates.people} template ${templates.empty}`);
  await admin.end();
  const pool = new pg.Pool({ ...embedded.connection, database: templates.people });
  process.env.TEST_PEOPLE = JSON.stringify(await createPeople(drizzle(pool)));
  await pool.end();
  process.env.TEST_PG_HOST = embedded.connection.host;
  process.env.TEST_PG_USER = embedded.connection.user;
  process.env.TEST_PG_PASSWORD = embedded.connection.password;
  process.env.TEST_SEED ??= String(seed);
  const costs = await mkdtemp(join(tmpdir(), "caseload-costs-"));
  process.env.TEST_COSTS = costs;
  return async () => {
    await embedded.stop();
    await rm(folder, { recursive: true, force: true });
    await printCosts(costs);
    await rm(costs, { recursive: true, force: true });
  };
}
