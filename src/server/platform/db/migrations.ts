import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { statementsOf } from "./sql-statements.ts";

const ours = new URL("./migrations", import.meta.url).pathname;

/** A change of the tables that this version knows. */
export interface Migration {
  /** The name of its file. */
  readonly tag: string;
  /** In milliseconds: its place among all of them. */
  readonly when: number;
  readonly hash: string;
  readonly statements: readonly string[];
  /** `-- Needs 0051_asked-calls` in its file: who does not know that one cannot work with the store from then on. */
  readonly needs: string | undefined;
}

let known: readonly Migration[] | undefined;

/** In the order in which stores get them. `folder`: others than ours. */
export function readMigrations(folder = ours): readonly Migration[] {
  if (folder === ours && known) return known;
  const { entries } = JSON.parse(readFileSync(join(folder, "meta/_journal.json"), "utf8")) as { entries: { tag: string }[] };
  const all = readMigrationFiles({ migrationsFolder: folder }).map(({ sql, hash, folderMillis }, place) => {
    const [, needs] = /^-- Needs (\S+)$/m.exec(sql.join("\n")) ?? [];
    return { tag: entries[place]?.tag ?? "", when: folderMillis, hash, statements: sql.flatMap(statementsOf), needs };
  });
  if (folder === ours) known = all;
  return all;
}

/** The latest one that this version knows. */
export function latestMigration(): Migration {
  const latest = readMigrations().at(-1);
  if (!latest) throw new Error("This version has no migrations.");
  return latest;
}
