import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import fastify from "fastify";
import type pg from "pg";
import type { Config } from "#contract/agents/config.ts";
import { readConfig } from "#server/config.ts";
import { insertAgent } from "#server/agents/agents/agents.store.ts";
import { openPrograms, type Store } from "#server/platform/db/open.ts";
import { createPool } from "#server/platform/db/pool.ts";
import type { EngineServices } from "#server/engine/services.ts";
import { createLiveBus } from "#server/platform/live/live-bus.ts";
import { refusalOf } from "#server/library/room/room.ts";
import { createMetrics } from "#server/platform/metrics/metrics.ts";
import { createFolderStore } from "#server/platform/objects/folder-store.ts";
import { createDatabase, dropDatabase } from "./database.ts";
import { type People, people as peopleOfTests } from "./people.ts";

type Shared = Pick<
  EngineServices,
  | "config"
  | "store"
  | "objects"
  | "live"
  | "log"
  | "looks"
  | "metrics"
  | "clock"
  | "refusalOf"
  | "wakeRuns"
  | "wakeCases"
  | "runMoved"
  | "runsEnded"
>;

/** A store with people, on which no process works: a test is every worker there is, and decides what happens when. */
export interface BareStore extends People {
  readonly pool: pg.Pool;
  readonly services: Shared;
  readonly dataDir: string;
  /** An agent whose first revision is live. Returns its id. */
  agent(config: Config): Promise<string>;
  close(): Promise<void>;
}

export async function openBareStore(): Promise<BareStore> {
  const connection = await createDatabase("people");
  const pool = createPool(connection);
  const programs = openPrograms(connection);
  const store: Store = { db: drizzle(pool), pool, programs, embedded: true, close: () => pool.end() };
  const dataDir = await mkdtemp(join(tmpdir(), "caseload-data-"));
  const people = peopleOfTests();
  const nothing = () => undefined;
  const live = await createLiveBus(store, "test");
  const wakes = { wakeRuns: nothing, wakeCases: nothing, runMoved: nothing, runsEnded: nothing };
  const { log } = fastify({ logger: { level: process.env.TEST_LOG ?? "silent" } });
  return {
    ...people,
    pool,
    dataDir,
    services: {
      config: readConfig({ DATA_DIR: dataDir }),
      store,
      objects: createFolderStore(dataDir),
      live,
      log,
      metrics: createMetrics(),
      looks: { follow: () => nothing },
      clock: () => new Date(),
      refusalOf,
      ...wakes,
    },
    async agent(config) {
      const type = "language" in config.data ? "code" : "agent";
      const record = { team_id: people.teamId, name: "Agent", type, type_open: false, thread_id: null, automation_id: null } as const;
      const first = { name: "First", config, parent_build_id: null };
      return (await insertAgent(store.db, record, first, people.ids.owner)).agent.id;
    },
    async close() {
      await live.close();
      await programs.$client.end();
      await pool.end();
      await dropDatabase(connection);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
