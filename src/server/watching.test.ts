import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startService, type TestService } from "#server/testing/service.ts";

let now = Date.parse("2026-11-20T12:00:00Z");
let service: TestService;
let admin: pg.Client;
beforeAll(async () => {
  service = await startService({ env: { BUILD_COMMIT: "0123456789abcdef" }, clock: () => new Date(now) });
  const { host, user, password } = service.pool.options;
  admin = new pg.Client({ host, user, password, database: "postgres" });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await service.close();
});

const ready = async () => {
  // Whoever asks twice within a second gets the same answer.
  now += 2_000;
  const answer = await fetch(`${service.url}/readyz`);
  return [answer.status, await answer.json()];
};

it("a build is told from another one by health, metrics and the page about the engine", async () => {
  expect(await (await fetch(`${service.url}/healthz`)).json()).toEqual({ status: "ok", version: "0.1.0+0123456789" });
  const { rows } = await service.pool.query<{ version: string }>("select version from workers");
  expect(rows).toEqual([{ version: "0.1.0+0123456789" }]);
  expect(await (await fetch(`${service.url}/metrics`)).text()).toMatch(
    /^caseload_build_info\{version="0\.1\.0",commit="0123456789",schema="\d{4}_[a-z-]+"\} 1$/m,
  );
});

it("a process whose store a later version has changed for others is not ready", async () => {
  const needs = (by: number) => service.pool.query("update drizzle.needs set migration = migration + $1", [by]);
  await needs(1e13);
  expect(await ready()).toEqual([503, { status: "store_newer" }]);
  await needs(-1e13);
  expect(await ready()).toEqual([200, { status: "ready" }]);
});

it("a process at a demoted store is not ready, and writes again where the name of the store leads to a primary", async () => {
  const { database = "" } = service.pool.options;
  const demote = async (on: boolean) => {
    await admin.query(`alter database ${database} set default_transaction_read_only = ${on}`);
    // As where the address leads to another server.
    if (on)
      await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and backend_type = 'client backend'", [
        database,
      ]);
  };
  await demote(true);
  await expect.poll(ready).toEqual([503, { status: "store_read_only" }]);
  const held = await Promise.all(Array.from({ length: 5 }, () => service.pool.connect()));
  for (const client of held) client.release();
  await demote(false);
  expect(await ready()).toEqual([200, { status: "ready" }]);
  // Connections from before are renewed at most once a second: until then one of them can still refuse a write.
  const write = () => service.pool.query("update drizzle.needs set version = 'test'");
  await expect.poll(() => write().then(({ rowCount }) => rowCount, String)).toBe(1);
});
