import { rm } from "node:fs/promises";
import type pg from "pg";
import { createDatabase, dropDatabase, urlOf } from "./database.ts";
import { enduringPool } from "./enduring-pool.ts";
import { type ServiceProcess, createDataDir, createServiceProcess } from "./service-process.ts";

export interface Cluster {
  readonly processes: readonly ServiceProcess[];
  /** The store that they share. */
  readonly pool: pg.Pool;
  readonly dataDir: string;
  close(): Promise<void>;
}

/** Processes of the service on one database and one data folder. `envs`: further settings of each. */
export async function startCluster(size: number, envs: readonly Record<string, string>[] = []): Promise<Cluster> {
  const connection = await createDatabase();
  const pool = enduringPool({ ...connection, max: 4 });
  const dataDir = await createDataDir();
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: urlOf(connection),
  };
  const processes: ServiceProcess[] = [];
  for (let i = 0; i < size; i++) {
    const one = await createServiceProcess({ ...env, ...envs[i] });
    // One after the other: the first one makes the key that all of them use.
    await one.start();
    processes.push(one);
  }
  return {
    processes,
    pool,
    dataDir,
    async close() {
      await Promise.all(processes.map((one) => one.end("SIGTERM")));
      await pool.end();
      await dropDatabase(connection);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
