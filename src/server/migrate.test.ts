import { execFile } from "node:child_process";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createDatabase, type DatabaseOf, dropDatabase, urlOf } from "#server/testing/database.ts";

const root = new URL("../..", import.meta.url).pathname;
let database: DatabaseOf;
beforeAll(async () => void (database = await createDatabase()));
afterAll(() => dropDatabase(database));

const migrate = (...options: string[]) =>
  promisify(execFile)("npm", ["run", "--silent", "migrate", "--", ...options], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATABASE_URL: urlOf(database) },
  });

it("the store is changed before the service starts, with a plan and progress", async () => {
  expect((await migrate()).stdout).toBe("The store is up to date.\n");
  const fresh = new pg.Client(database);
  await fresh.connect();
  await fresh.query("drop schema drizzle cascade; drop schema public cascade; create schema public");
  const planned = (await migrate("--plan")).stdout.trim().split("\n");
  expect(planned).toEqual(expect.arrayContaining(["0000_foundation", "engine/run-counts.sql"]));
  expect((await fresh.query("select from pg_tables where schemaname = 'public'")).rowCount).toBe(0);
  const said = (await migrate()).stdout.trim().split("\n");
  expect(said[0]).toMatch(/^1 of \d+: 0000_foundation$/);
  expect(said.at(-1)).toBe("The store is up to date.");
  expect((await migrate("--plan")).stdout).toBe("The store is up to date.\n");
  await fresh.end();
  await expect(migrate("--now")).rejects.toThrow("npm run migrate -- --plan");
});
