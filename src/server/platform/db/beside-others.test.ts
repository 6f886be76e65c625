import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createDatabase, type DatabaseOf, dropDatabase } from "#server/testing/database.ts";
import { type FurtherMigrations, furtherMigrations } from "#server/testing/further-migrations.ts";
import { migrateDatabase } from "./open.ts";

let database: DatabaseOf;
let store: pg.Client;
let later: FurtherMigrations;

beforeAll(async () => {
  database = await createDatabase();
  store = new pg.Client(database);
  await store.connect();
  later = await furtherMigrations();
});
afterAll(async () => {
  await store.end();
  await later.remove();
});

const start = () => migrateDatabase(database, later.folder);
const columns = async (table: string) =>
  (await store.query<{ name: string }>("select attname as name from pg_attribute where attrelid = $1::regclass", [table])).rows.map(
    ({ name }) => name,
  );

/** How many starts wait for a lock that this test holds. */
const startWaits = async () =>
  (await store.query("select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()")).rows.length;

/** Whether a start has a table for itself. */
const held = async (table: string) =>
  (await store.query("select from pg_locks where relation = $1::regclass and mode = 'AccessExclusiveLock' and granted", [table])).rows
    .length > 0;

it("a migration is done as a whole or not at all, and those before one that fails stay", async () => {
  await later.add(
    'alter table "queues" add column "first" integer; create table "firsts" ("id" integer)',
    'alter table "queues" add column "second" integer;--> statement-breakpoint\nalter table "absent" add column "second" integer;',
  );
  await expect(start()).rejects.toThrow("does not exist");
  expect(await columns("queues")).toContain("first");
  expect(await columns("queues")).not.toContain("second");
  await later.replaceLast('alter table "queues" add column "second" integer');
  await start();
  expect(await columns("queues")).toEqual(expect.arrayContaining(["first", "second"]));
});

it("a start that a request waits for, and that waits for the request, gives way", async () => {
  const request = new pg.Client(database);
  await request.connect();
  await request.query("begin; lock table cases in row exclusive mode");
  await later.add('alter table "cases" add column "third" integer; alter table "runs" add column "third" integer');
  const started = start();
  // The start has this one, and waits for the other.
  await expect.poll(() => held("runs"), { interval: 5 }).toBe(true);
  await request.query("lock table runs in row exclusive mode");
  await request.query("commit");
  await started;
  await request.end();
  for (const table of ["cases", "runs"]) expect(await columns(table)).toContain("third");
});

it("requests come through while a start cannot have a table", async () => {
  const long = new pg.Client(database);
  await long.connect();
  await long.query("begin; lock table runs in access share mode");
  await later.add('alter table "runs" add column "fourth" integer');
  const started = start();
  for (let n = 0; n < 3; n++) {
    await expect.poll(startWaits).toBe(1);
    await store.query("begin; lock table runs in row exclusive mode; commit");
  }
  expect(await columns("runs")).not.toContain("fourth");
  await long.query("commit");
  await started;
  expect(await columns("runs")).toContain("fourth");
  await long.end();
});

it("an index is made outside of transactions, and again where it was cut off", async () => {
  const valid = async () =>
    (await store.query("select indisvalid from pg_index where indexrelid = to_regclass('firsts_id')")).rows.map(
      ({ indisvalid }) => indisvalid as boolean,
    );
  await store.query("insert into firsts values (1), (1)");
  await later.add('CREATE UNIQUE INDEX CONCURRENTLY "firsts_id" ON "firsts" ("id");');
  await expect(start()).rejects.toThrow("could not create unique index");
  expect(await valid()).toEqual([false]);
  await store.query("truncate firsts");
  await start();
  expect(await valid()).toEqual([true]);
  await start();
});

it("two starts make an index beside each other, and a new store has it at once", async () => {
  await later.add('CREATE INDEX CONCURRENTLY "runs_third" ON "runs" ("third");');
  await Promise.all([start(), start(), start()]);
  await store.query(`create database ${database.database}_new`);
  const fresh = { ...database, database: `${database.database}_new` };
  await migrateDatabase(fresh, later.folder);
  await dropDatabase(fresh);
});
