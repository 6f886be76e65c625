import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { ClientBase } from "pg";

/** A file of SQL functions and triggers below src/server. Their text is nowhere else. */
interface FunctionFile {
  readonly file: string;
  /** Of its text. */
  readonly hash: string;
  /** When it got this text, in milliseconds: which of two texts is the later one. */
  readonly when: number;
}

const server = new URL("../../", import.meta.url);
/** `npm run migration` writes it. */
const listed = new URL("./migrations/meta/_functions.json", import.meta.url);

/** Columns use the functions of the platform, so these run before the tables are made. All others use tables. */
export type Turn = "before tables" | "after tables";

export function functionFiles(turn?: Turn): FunctionFile[] {
  const files = JSON.parse(readFileSync(listed, "utf8")) as FunctionFile[];
  return turn ? files.filter(({ file }) => file.startsWith("platform/") === (turn === "before tables")) : files;
}

/** Throws where a file was changed, and the list does not say when. */
export function textOf({ file, hash }: FunctionFile): string {
  const text = readFileSync(new URL(file, server), "utf8");
  if (hashOf(text) !== hash)
    throw new Error(`src/server/${file} was changed. Run "npm run migration", so that stores take the change over.`);
  return text;
}

export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/**
 * Gives the store each file with a later text than it has. A process of an earlier version leaves the later text: it works with the functions
 * of the next version, as it does with its tables.
 */
export async function bringFunctions(client: ClientBase, turn: Turn): Promise<void> {
  await client.query("create table if not exists drizzle.functions (file text primary key, hash text not null, at bigint not null)");
  const { rows } = await client.query<{ file: string; at: string }>("select file, at from drizzle.functions");
  const has = new Map(rows.map(({ file, at }) => [file, Number(at)]));
  for (const of of functionFiles(turn)) {
    const text = textOf(of);
    if ((has.get(of.file) ?? 0) >= of.when) continue;
    await client.query(text);
    await client.query(
      "insert into drizzle.functions (file, hash, at) values ($1, $2, $3) on conflict (file) do update set hash = excluded.hash, at = excluded.at",
      [of.file, of.hash, of.when],
    );
  }
}
