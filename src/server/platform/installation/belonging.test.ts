import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { type App, createApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { cheapPasswords } from "#server/testing/cheap-passwords.ts";
import { createDatabase, type DatabaseOf, dropDatabase, urlOf } from "#server/testing/database.ts";
import { startS3Server } from "#server/testing/s3-server.ts";
import { createDataDir } from "#server/testing/service-process.ts";

// Processes on one database. Each has the folder and the key that its settings say.

let database: DatabaseOf;
let folders: string[];
let store: pg.Client;
const apps: App[] = [];
beforeAll(async () => {
  database = await createDatabase();
  store = new pg.Client(database);
  await store.connect();
  folders = await Promise.all([createDataDir(), createDataDir()]);
});
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});
afterAll(async () => {
  await store.end();
  await dropDatabase(database);
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

const [first, second] = ["1".repeat(64), "2".repeat(64)];
let now = Date.parse("2026-11-20T12:00:00Z");

async function start(folder: string | undefined, env: Record<string, string>): Promise<App> {
  const config = readConfig({ DATA_DIR: folder ?? "", DATABASE_URL: urlOf(database), SECRETS_KEY: first, PORT: "0", ...env });
  const app = await createApp({ config, passwords: cheapPasswords, logLevel: "silent", clock: () => new Date(now) });
  apps.push(app);
  return app;
}

async function ready(app: App): Promise<unknown> {
  // Whoever asks twice within a second gets the same answer.
  now += 2_000;
  return (await app.http.inject("/readyz")).json();
}

it("a start with another folder for files than the store's is refused, and with a copy of the folder it is not", async () => {
  const one = await start(folders[0], {});
  await expect(start(folders[1], {})).rejects.toThrow(/^The files of this store are not in .*objects\. Let DATA_DIR name the folder/);
  await cp(join(folders[0] ?? "", "objects"), join(folders[1] ?? "", "objects"), { recursive: true });
  const other = await start(folders[1], {});
  expect(await Promise.all([one, other].map(ready))).toEqual([{ status: "ready" }, { status: "ready" }]);
  await rm(join(folders[1] ?? "", "objects"), { recursive: true });
  expect(await ready(other)).toEqual({ status: "files_elsewhere" });
});

it("a start takes other files where it is told to", async () => {
  await expect(start(folders[1], { STORE_ADOPTS: "secrets_key" })).rejects.toThrow("The files of this store are not in");
  await start(folders[1], { STORE_ADOPTS: "files" });
  await start(folders[1], {});
});

it("a start with another key than the secrets of the store need is refused, unless it replaces the key or is told to", async () => {
  const before = await start(folders[0], {});
  await expect(start(folders[0], { SECRETS_KEY: second })).rejects.toThrow("sealed with another key than the one that this process has");
  await start(folders[0], { SECRETS_KEY: second, SECRETS_KEY_PREVIOUS: first });
  expect(await ready(before)).toEqual({ status: "other_secrets_key" });
  await expect(start(folders[0], { SECRETS_KEY: "3".repeat(64), STORE_ADOPTS: "files" })).rejects.toThrow("SECRETS_KEY_PREVIOUS");
  await start(folders[0], { SECRETS_KEY: first, STORE_ADOPTS: "secrets_key" });
});

it("starts that come together on a fresh store agree on one key and one place of files", async () => {
  await store.query("delete from installation");
  for (const folder of folders) await rm(join(folder, "objects"), { recursive: true });
  const settled = await Promise.allSettled([first, second].map((SECRETS_KEY, i) => start(folders[i], { SECRETS_KEY })));
  expect(settled.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});

it("a process starts while the bucket is away, says so, and finds out later whether the files are there", async () => {
  await store.query("delete from installation");
  const s3 = await startS3Server();
  await start(folders[0], { ...s3.env });
  await s3.cut();
  const away = await start(folders[0], { ...s3.env });
  const elsewhere = await start(folders[0], { ...s3.env, S3_PREFIX: "elsewhere/" });
  expect(await ready(away)).toEqual({ status: "ready", files: "unreachable" });
  await s3.mend();
  await expect.poll(() => ready(away)).toEqual({ status: "ready" });
  await expect.poll(() => ready(elsewhere)).toEqual({ status: "files_elsewhere" });
  await s3.close();
});
