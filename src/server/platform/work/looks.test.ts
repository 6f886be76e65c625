import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type BareStore, openBareStore } from "#server/testing/bare-store.ts";
import { createLooks } from "./looks.ts";

let store: BareStore;
beforeAll(async () => {
  store = await openBareStore();
  await store.pool.query("create table chores (kind text, left_to_do int)");
});
afterAll(() => store.close());

it("looks wake whose work is due, at each look, until they are no longer followed", async () => {
  const looks = createLooks(store.services);
  const woken: Record<string, number> = { washing: 0, ironing: 0 };
  const follow = (kind: string) =>
    looks.follow(sql`exists (select from chores where kind = ${kind} and left_to_do > 0)`, () => {
      woken[kind] = (woken[kind] ?? 0) + 1;
    });
  const unfollow = follow("washing");
  follow("ironing");
  await store.pool.query("insert into chores values ('ironing', 2)");
  await expect.poll(() => woken.ironing).toBeGreaterThan(1);
  expect(woken.washing).toBe(0);
  await store.pool.query("insert into chores values ('washing', 1)");
  await expect.poll(() => woken.washing).toBeGreaterThan(0);
  unfollow();
  const washed = woken.washing;
  const ironed = woken.ironing ?? 0;
  await expect.poll(() => woken.ironing).toBeGreaterThan(ironed + 1);
  expect(woken.washing).toBe(washed);
  await looks.close();
});

it("looks that fail come again", async () => {
  const looks = createLooks(store.services);
  let woken = 0;
  looks.follow(sql`exists (select from errands)`, () => void woken++);
  await store.pool.query("create table errands as select 1 as one");
  await expect.poll(() => woken).toBeGreaterThan(0);
  await looks.close();
});

it("looks are none while all work is paused", async () => {
  let paused = true;
  let asked = 0;
  let woken = 0;
  const isPaused = () => {
    asked += 1;
    return paused;
  };
  const looks = createLooks({ ...store.services, paused: isPaused });
  looks.follow(sql`true`, () => void woken++);
  await expect.poll(() => asked).toBeGreaterThan(1);
  expect(woken).toBe(0);
  paused = false;
  await expect.poll(() => woken).toBeGreaterThan(0);
  await looks.close();
});
