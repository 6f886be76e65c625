import { spawnSync } from "node:child_process";
import { readdirSync, renameSync } from "node:fs";
import { join } from "node:path";

/** `npm run migration -- --name what-changes`: writes the next migration, and keeps one picture of all tables under one name. */
const folder = "src/server/platform/db/migrations";
const tables = "src/server/**/*.table.ts";
const generate = ["generate", "--dialect", "postgresql", "--schema", tables, "--out", folder, ...process.argv.slice(2)];
const { status } = spawnSync("drizzle-kit", generate, { stdio: "inherit" });
// Reviewers see what a change does to the one picture, and not a second one of all tables.
for (const file of readdirSync(join(folder, "meta")))
  if (/^\d+_snapshot\.json$/.test(file)) renameSync(join(folder, "meta", file), join(folder, "meta", "snapshot.json"));
process.exit(status ?? 1);
