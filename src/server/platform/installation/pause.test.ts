import { rm } from "node:fs/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { type App, createApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { insertAgent } from "#server/agents/agents/agents.store.ts";
import { insertRun } from "#server/runs/runs/runs.store.ts";
import { scripted } from "#server/testing/agents.ts";
import { cheapPasswords } from "#server/testing/cheap-passwords.ts";
import { createDatabase, type DatabaseOf, dropDatabase, urlOf } from "#server/testing/database.ts";
import { createPeople } from "#server/testing/people.ts";
import { createDataDir } from "#server/testing/service-process.ts";

let database: DatabaseOf;
let dataDir: string;
let store: pg.Client;
const apps: App[] = [];
beforeAll(async () => {
  database = await createDatabase();
  dataDir = await createDataDir();
  store = new pg.Client(database);
  await store.connect();
});
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});
afterAll(async () => {
  await store.end();
  await dropDatabase(database);
  await rm(dataDir, { recursive: true, force: true });
});

async function start(env: Record<string, string> = {}): Promise<App> {
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: urlOf(database), SECRETS_KEY: "1".repeat(64), PORT: "0", ...env });
  const app = await createApp({ config, passwords: cheapPasswords, logLevel: "silent" });
  apps.push(app);
  return app;
}
const ready = async (app: App) => (await app.http.inject("/readyz")).json() as unknown;

it("a restored copy does nothing by itself until a start says so", async () => {
  const original = await start();
  const { db } = original.services.store;
  const { teamId, ids } = await createPeople(db);
  const record = { team_id: teamId, name: "Agent", type: "agent", type_open: false, thread_id: null, automation_id: null } as const;
  const { agent } = await insertAgent(db, record, { name: "First", config: scripted("say Done"), parent_build_id: null }, ids.owner);
  await apps.pop()?.close();
  // What a dump has when it was restored to another server or database.
  await store.query("update installation set home = 'elsewhere'");

  const copy = await start();
  expect(await ready(copy)).toEqual({ status: "ready", paused: true });
  const input = {
    teamId,
    agentId: agent.id,
    userId: ids.owner,
    source: "api",
    message: "Go",
    sandboxId: undefined,
    webhookUrl: undefined,
  } as const;
  const { run } = await insertRun(copy.services.store.db, input);
  copy.services.engine.wakeRuns();
  const again = await start();
  expect(await ready(again)).toEqual({ status: "ready", paused: true });
  const statusOf = async () => (await store.query<{ status: string }>("select status from runs where id = $1", [run.id])).rows[0]?.status;
  expect(await statusOf()).toBe("pending");

  await start({ PAUSED: "false" });
  await expect.poll(statusOf).toBe("completed");
  await expect.poll(() => [copy, again].map((app) => app.paused())).toEqual([false, false]);
});

it("a start pauses a store where it is told to, and one that is not told so leaves it paused", async () => {
  await start({ PAUSED: "true" });
  await apps.pop()?.close();
  const app = await start();
  expect(app.paused()).toBe(true);
  await apps.pop()?.close();
  expect((await start({ PAUSED: "false" })).paused()).toBe(false);
});
