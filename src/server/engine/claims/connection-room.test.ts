import { afterAll, beforeAll, expect, it } from "vitest";
import { createDatabase, type DatabaseOf, dropDatabase, urlOf } from "#server/testing/database.ts";
import { openStore, type Store } from "#server/platform/db/open.ts";
import { warnOfConnections } from "./connection-room.ts";

let database: DatabaseOf;
let store: Store;
beforeAll(async () => {
  database = await createDatabase();
  store = await openStore({ databaseUrl: urlOf(database), dataDir: "", connections: 12 });
});
afterAll(async () => {
  await store.close();
  await dropDatabase(database);
});

it("a process opens as many connections as it may, its own two included", () => {
  expect(store.pool.options.max + store.programs.$client.options.max + 2).toBe(12);
});

it("a start says that all processes together may open more than PostgreSQL takes", async () => {
  const heard: object[] = [];
  const log = { warn: (what: object) => void heard.push(what) };
  await warnOfConnections(store.pool, 12, log);
  expect(heard).toEqual([]);
  await store.pool.query(
    `insert into workers (id, host, pid, version, alive_until)
     select gen_random_uuid(), 'elsewhere', n, '1', now() + interval '1 hour' from generate_series(1, 99) n`,
  );
  await warnOfConnections(store.pool, 12, log);
  expect(heard).toEqual([{ processes: 100, store_connections: 12, room: expect.any(Number) }]);
});
