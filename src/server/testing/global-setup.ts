import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { allEndpoints } from "#contract/index.ts";
import { startEmbedded } from "#server/platform/db/embedded/embedded.ts";
import { migrateDatabase } from "#server/platform/db/open.ts";
import { printCosts } from "./costs.ts";
import { storeFolder } from "./store-folder.ts";

const settings = {
  // Nothing in here has to outlive a power cut.
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  // For as many services as run at one time, with all their pools.
  max_connections: "400",
  // A connection of a test lives for seconds: to plan each statement five times before a plan is kept takes longer than to run it. Proofs look at plans.
  ...(!process.env.LONG && { plan_cache_mode: "force_generic_plan" }),
};

/** Starts one PostgreSQL for all test files, with a migrated database that each of them copies. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await storeFolder("caseload-test-");
  const embedded = await startEmbedded(folder, { settings, createDatabases: true });
  const admin = new pg.Client(embedded.connection);
  await admin.connect();
  await admin.query("create database template_caseload");
  await admin.end();
  await migrateDatabase({ ...embedded.connection, database: "template_caseload" });
  process.env.TEST_PG_HOST = embedded.connection.host;
  process.env.TEST_PG_USER = embedded.connection.user;
  process.env.TEST_PG_PASSWORD = embedded.connection.password;
  const coverage = await mkdtemp(join(tmpdir(), "caseload-coverage-"));
  process.env.TEST_COVERAGE = coverage;
  const costs = await mkdtemp(join(tmpdir(), "caseload-costs-"));
  process.env.TEST_COSTS = costs;
  return async () => {
    await embedded.stop();
    await rm(folder, { recursive: true, force: true });
    await printCosts(costs);
    await rm(costs, { recursive: true, force: true });
    if (process.env.ENDPOINT_COVERAGE === "required") await requireCoverage(coverage);
    await rm(coverage, { recursive: true, force: true });
  };
}

/** An endpoint that no test saw succeed, or a declared error that none saw, fails the whole run. */
async function requireCoverage(folder: string): Promise<void> {
  const seen = new Set<string>();
  for (const file of await readdir(folder)) for (const line of (await readFile(join(folder, file), "utf8")).split("\n")) seen.add(line);
  const missing = allEndpoints.flatMap((endpoint) =>
    ["success", ...(endpoint.errors ?? [])]
      .filter((outcome) => !seen.has(`${endpoint.name} ${outcome}`))
      .map((outcome) => `${endpoint.name}: ${outcome}`),
  );
  if (missing.length === 0) return;
  process.stderr.write(`\nNo test saw these outcomes of endpoints:\n  ${missing.join("\n  ")}\n`);
  process.exitCode = 1;
}
