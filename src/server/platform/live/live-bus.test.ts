import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { LiveEvent } from "#contract/runs/live.ts";
import { ourTopics } from "#contract/areas.ts";
import { isLive } from "#contract/topics.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { type LiveBus, createLiveBus } from "./live-bus.ts";

let service: TestService;
let buses: LiveBus[];
let admin: pg.Client;
beforeAll(async () => {
  service = await startService();
  const store = { ...service.app.services.store, embedded: false };
  buses = await Promise.all(["first", "second"].map((name) => createLiveBus(store, name)));
  const { host, user, password } = service.pool.options;
  admin = new pg.Client({ host, user, password, database: "postgres" });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  for (const bus of buses) await bus.close();
  await service.close();
});

it("hears again once the store takes connections again, and tells every screen to fetch what it missed", async () => {
  const [first, second] = buses as [LiveBus, LiveBus];
  const heard: LiveEvent[] = [];
  second.subscribe("team", (event) => heard.push(event), undefined, "person");
  const publish = (id: string) => first.publish({ teamId: "team", topic: "run", id });
  publish("before");
  await expect.poll(() => heard.map(({ id }) => id)).toEqual(["before"]);
  const { database = "" } = service.pool.options;
  await admin.query(`alter database ${database} with allow_connections false`);
  // The store's own workers, such as autovacuum, belong to nobody and may not be ended by this role.
  await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and backend_type = 'client backend'", [
    database,
  ]);
  await expect.poll(() => second.deaf()).toBe(true);
  await admin.query(`alter database ${database} with allow_connections true`);
  await expect.poll(() => buses.map((bus) => bus.deaf())).toEqual([false, false]);
  const anything = heard.slice(1).map(({ topic, id }) => `${topic} ${id}`);
  expect(anything).toEqual(expect.arrayContaining(ourTopics.filter(isLive).map((topic) => `${topic} *`)));
  publish("after");
  await expect.poll(() => heard.at(-1)?.id).toBe("after");
});
