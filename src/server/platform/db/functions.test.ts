import { globSync, readFileSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createDatabase, type DatabaseOf } from "#server/testing/database.ts";
import { functionFiles, textOf } from "./functions.ts";
import { migrateDatabase } from "./open.ts";

const server = new URL("../../", import.meta.url).pathname;
let database: DatabaseOf;
let store: pg.Client;

beforeAll(async () => {
  database = await createDatabase();
  store = new pg.Client(database);
  await store.connect();
});
afterAll(() => store.end());

/** What stands in the store, by name. */
async function held(): Promise<Record<string, string>> {
  const { rows } = await store.query<{ name: string; text: string }>(`
    select 'function ' || proname as name, pg_get_functiondef(oid) as text from pg_proc where pronamespace = 'public'::regnamespace
    union all select 'trigger ' || tgname || ' on ' || tgrelid::regclass, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    order by 1`);
  return Object.fromEntries(rows.map(({ name, text }) => [name, text]));
}

/** What a text makes, by the same names. */
function madeBy(text: string): string[] {
  const functions = [...text.matchAll(/^CREATE OR REPLACE FUNCTION (\w+)/gm)].map(([, name]) => `function ${name}`);
  const triggers = [...text.matchAll(/^CREATE OR REPLACE TRIGGER (\w+)[^;]*? ON (\w+)/gm)].map(
    ([, name, table]) => `trigger ${name} on ${table}`,
  );
  return [...functions, ...triggers];
}

it("every function and trigger of the store stands in one of the listed files, and none in a migration", async () => {
  const files = globSync("**/*.sql", { cwd: server });
  const migrations = files.filter((file) => file.includes("db/migrations/"));
  expect(functionFiles().map(({ file }) => file)).toEqual(files.filter((file) => !migrations.includes(file)).toSorted());
  const made = functionFiles().flatMap((file) => madeBy(textOf(file)));
  expect(made.toSorted()).toEqual(Object.keys(await held()).toSorted());
  // A function that ends with the migration's own connection is none of the store's.
  const kept = /create (or replace )?(function (?!pg_temp\.)|trigger)/i;
  for (const file of migrations) expect(readFileSync(`${server}${file}`, "utf8")).not.toMatch(kept);
});

it("the store holds what the files say, and each of them stands against the tables as they are", async () => {
  const before = await held();
  await store.query("begin");
  // Only now, with all tables there, is each text checked against them.
  for (const file of functionFiles()) await store.query(textOf(file));
  expect(await held()).toEqual(before);
  await store.query("rollback");
});

it("a file with a later text is taken over once, by whichever of two processes comes first", async () => {
  const before = await held();
  await store.query("update drizzle.functions set at = at - 1");
  await store.query(
    "create or replace function folded(given text) returns text language sql immutable parallel safe as $$ select given $$",
  );
  await store.query("drop trigger runs_counted_moved on runs");
  await store.query("drop trigger cases_followed on cases");
  await store.query("create trigger cases_followed before delete on cases execute function audit_is_added_to()");
  await store.query("update drizzle.functions set hash = 'of another text' where file like '%: cases_followed on cases'");
  await Promise.all([migrateDatabase(database), migrateDatabase(database)]);
  expect(await held()).toEqual(before);
});

it("an earlier version that starts beside a later one leaves the later functions", async () => {
  await store.query("update drizzle.functions set at = at + 1 where file = 'platform/db/words.sql'");
  await store.query(
    "create or replace function folded(given text) returns text language sql immutable parallel safe as $$ select upper(given) $$",
  );
  const later = await held();
  await migrateDatabase(database);
  expect(await held()).toEqual(later);
});
