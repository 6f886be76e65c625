import { drizzle } from "drizzle-orm/node-postgres";
import { openPrograms } from "#server/platform/db/open.ts";
import { createPool } from "#server/platform/db/pool.ts";
import { createLiveBus } from "#server/platform/live/live-bus.ts";
import { nothingWaits, removeByAge } from "#server/runs/retention/sweep.ts";

// A process that does what housekeeping does of retention, and nothing else: a test kills it wherever that has come.
const config = { connectionString: process.env.DATABASE_URL };
const pool = createPool(config);
const store = { db: drizzle(pool), pool, programs: openPrograms(config), embedded: true, close: () => pool.end() };
const live = await createLiveBus(store, "removal");
await removeByAge({ store, live }, { closed: () => false, waiting: nothingWaits() });
process.exit(0);
