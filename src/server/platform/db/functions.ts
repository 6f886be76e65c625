import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { ClientBase } from "pg";
import { bareOf, statementsOf } from "./sql-statements.ts";
import type { TakeStep } from "./take-step.ts";

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
 * Gives the store each file with a later text than it has: its functions, which lock nothing, and then each trigger that is another one, because
 * a trigger locks its table. A process of an earlier version leaves the later text: it works with the functions of the next version, as it does
 * with its tables.
 */
export async function bringFunctions(client: ClientBase, turn: Turn, take: TakeStep): Promise<void> {
  const { rows } = await client.query<{ file: string; hash: string; at: string }>("select file, hash, at from drizzle.functions");
  const has = new Map(rows.map((row) => [row.file, row]));
  const { rows: triggers } = await client.query<{ name: string }>(
    "select tgname || ' on ' || relname as name from pg_trigger join pg_class c on c.oid = tgrelid where not tgisinternal",
  );
  const there = new Set(triggers.map(({ name }) => name));
  const note = (file: string, hash: string, when: number) => () =>
    client.query(
      "insert into drizzle.functions (file, hash, at) values ($1, $2, $3) on conflict (file) do update set hash = excluded.hash, at = excluded.at",
      [file, hash, when],
    );
  for (const of of functionFiles(turn)) {
    const statements = statementsOf(textOf(of));
    if (Number(has.get(of.file)?.at ?? 0) >= of.when) continue;
    await take(
      client,
      statements.filter((one) => triggerOf(one) === undefined),
      async () => undefined,
    );
    for (const statement of statements) {
      const trigger = triggerOf(statement);
      if (trigger === undefined) continue;
      const [key, hash] = [`${of.file}: ${trigger}`, hashOf(statement)];
      if (has.get(key)?.hash !== hash || !there.has(trigger)) await take(client, [statement], note(key, hash, of.when));
    }
    await take(client, [], note(of.file, of.hash, of.when));
  }
}

/** The files that a store has no text of, or an earlier one. */
export async function laterFunctions(client: ClientBase): Promise<string[]> {
  const { rows: there } = await client.query("select to_regclass('drizzle.functions') is not null as there");
  if (!there[0]?.there) return functionFiles().map(({ file }) => file);
  const { rows } = await client.query<{ file: string; at: string }>("select file, at from drizzle.functions");
  const has = new Map(rows.map(({ file, at }) => [file, Number(at)]));
  return functionFiles().flatMap(({ file, when }) => ((has.get(file) ?? 0) < when ? [file] : []));
}

/** What a statement makes, as `name on table`. Undefined: no trigger. */
function triggerOf(statement: string): string | undefined {
  const [, name, table] = /^create or replace trigger (\w+) .*? on (\w+)/i.exec(bareOf(statement)) ?? [];
  return name && `${name} on ${table}`;
}
