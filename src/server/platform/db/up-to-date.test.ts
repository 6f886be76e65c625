import { readdirSync, readFileSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createDatabase, type DatabaseOf } from "#server/testing/database.ts";
import { furtherMigrations } from "#server/testing/further-migrations.ts";
import { migrateDatabase } from "./open.ts";

const folder = new URL("./migrations/", import.meta.url);
let database: DatabaseOf;
let store: pg.Client;

beforeAll(async () => {
  database = await createDatabase();
  store = new pg.Client(database);
  await store.connect();
});
afterAll(() => store.end());

const noted = async () => (await store.query("select id, created_at from drizzle.__drizzle_migrations order by id")).rows;

it("a store that is up to date stays as it is", async () => {
  const before = await noted();
  await migrateDatabase(database);
  expect(await noted()).toEqual(before);
});

it("a store from before the foundation is refused, with what to do, and stays as it is", async () => {
  const before = await noted();
  await store.query("update drizzle.__drizzle_migrations set created_at = created_at - 1e12");
  await expect(migrateDatabase(database)).rejects.toThrow("Start it once with the commit add4595d");
  await store.query("update drizzle.__drizzle_migrations set created_at = created_at + 1e12");
  expect(await noted()).toEqual(before);
  await migrateDatabase(database);
});

it("the journal names each migration once, the later ones as later, and there is one picture of the tables", () => {
  const { entries } = JSON.parse(readFileSync(new URL("meta/_journal.json", folder), "utf8")) as {
    entries: { tag: string; when: number }[];
  };
  const files = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  expect(entries.map(({ tag }) => `${tag}.sql`)).toEqual(files.toSorted());
  // A store does what is later than the last that it did, and nothing else.
  expect(entries.map(({ when }) => when)).toEqual(entries.map(({ when }) => when).toSorted((a, b) => a - b));
  expect(readdirSync(new URL("meta/", folder)).toSorted()).toEqual(["_functions.json", "_journal.json", "snapshot.json"]);
});

it("a store that a later version changed is refused by name, unless that version says that this one works with it", async () => {
  const later = await furtherMigrations();
  await later.add('create table "laters" ("id" integer)');
  await migrateDatabase(database, later.folder);
  await migrateDatabase(database);
  const needed = later.last();
  await later.add(`-- Needs ${needed}\ndrop table laters`);
  await migrateDatabase(database, later.folder);
  await expect(migrateDatabase(database)).rejects.toThrow(`it needs a version that knows the migration ${needed}. This is version`);
  await store.query("drop table drizzle.needs");
  await expect(migrateDatabase(database)).rejects.toThrow("A later version changed this store, and did not say that version");
  await migrateDatabase(database, later.folder);
  await later.remove();
});

it("a store that takes no writes is refused by name", async () => {
  await store.query(`alter database ${database.database} set default_transaction_read_only = on`);
  await expect(migrateDatabase(database)).rejects.toThrow("The store takes no writes");
  await store.query(`alter database ${database.database} reset default_transaction_read_only`);
});
