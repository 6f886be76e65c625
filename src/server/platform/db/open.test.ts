import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestService, startService } from "#server/testing/service.ts";

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
