import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import pg from "pg";
import { type ServiceProcess, createDataDir, createServiceProcess } from "./service-process.ts";

export interface Cluster {
  readonly processes: readonly ServiceProcess[];
  /** The store that they share. */
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/** Processes of the service on one database and one data folder. */
export async function startCluster(size: number): Promise<Cluster> {
  const { TEST_PG_HOST: host = "", TEST_PG_USER: user = "", TEST_PG_PASSWORD: password = "" } = process.env;
  const database = `test_${randomUUID().replaceAll("-", "")}`;
  const admin = new pg.Client({ host, user, password, database: "postgres" });
  await admin.connect();
  await admin.query(`create database ${database} template template_caseload strategy file_copy`);
  await admin.end();
  const pool = new pg.Pool({ host, user, password, database, max: 2 });
  const dataDir = await createDataDir();
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: `postgresql://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host)}`,
  };
  const processes: ServiceProcess[] = [];
  for (let i = 0; i < size; i++) {
    const one = await createServiceProcess(env);
    // One after the other: the first one makes the key that all of them use.
    await one.start();
    processes.push(one);
  }
  return {
    processes,
    pool,
    async close() {
      await Promise.all(processes.map((one) => one.end("SIGTERM")));
      await pool.end();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
