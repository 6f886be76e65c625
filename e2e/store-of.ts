import { readFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";

/** How the embedded store of a data folder is reached, by whoever may read the folder. */
export function storeOf(dataDir: string): pg.ClientConfig {
  return {
    host: join(dataDir, "postgres", "socket"),
    user: "service",
    password: readFileSync(join(dataDir, "store.key"), "utf8").trim(),
    database: "postgres",
  };
}
