import { spawnSync } from "node:child_process";
import { globSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { functionFiles, hashOf } from "./functions.ts";

/** `npm run migration -- --name what-changes`: writes the migration from the table files, and lists the function files. */
const folder = "src/server/platform/db/migrations";
const tables = "src/server/**/*.table.ts";
const generate = ["generate", "--dialect", "postgresql", "--schema", tables, "--out", folder, ...process.argv.slice(2)];
const { status } = spawnSync("drizzle-kit", generate, { stdio: "inherit" });
// One file, with its tables in order, so that a reviewer sees what a migration changes in it.
const meta = join(folder, "meta");
for (const file of readdirSync(meta).filter((name) => name.endsWith("_snapshot.json")))
  renameSync(join(meta, file), join(meta, "snapshot.json"));
const snapshot = JSON.parse(readFileSync(join(meta, "snapshot.json"), "utf8")) as { tables: Record<string, object> };
const tablesInOrder = Object.fromEntries(Object.entries(snapshot.tables).toSorted(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(join(meta, "snapshot.json"), JSON.stringify({ ...snapshot, tables: tablesInOrder }, null, 2));

const before = new Map(functionFiles().map((of) => [of.file, of]));
const after = globSync("**/*.sql", { cwd: "src/server", exclude: ["platform/db/migrations/**"] })
  .toSorted()
  .map((file) => {
    const hash = hashOf(readFileSync(join("src/server", file), "utf8"));
    const known = before.get(file);
    return known?.hash === hash ? known : { file, hash, when: Date.now() };
  });
writeFileSync(join(folder, "meta", "_functions.json"), `[\n${after.map((of) => `  ${JSON.stringify(of)}`).join(",\n")}\n]\n`);
process.exit(status ?? 1);
