import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestService, startService } from "#server/testing/service.ts";
import { createPool } from "./pool.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

it("a connection that the database ends within a transaction fails that transaction and nothing else", async () => {
  const client = await service.pool.connect();
  await client.query("begin");
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const gone = new Promise<void>((done) => client.once("end", done));
  await service.pool.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
  await gone;
  await expect(client.query("select 1")).rejects.toThrow("not queryable");
  client.release();
  expect((await service.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
});

it("work in the background takes a connection that comes back before it opens one more, and opens one where none does", async () => {
  const { host, user, password, database } = service.pool.options;
  const connection = { host, user, password, database };
  const patient = createPool(connection, 600_000);
  const held = await patient.connect();
  const after = Array.from({ length: 10 }, () => patient.query("select 1 as one"));
  held.release();
  for (const { rows } of await Promise.all(after)) expect(rows).toEqual([{ one: 1 }]);
  expect(patient.totalCount).toBe(1);
  await patient.end();

  const pool = createPool(connection);
  const again = await pool.connect();
  expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  expect(pool.totalCount).toBe(2);
  again.release();
  await pool.end();
});
