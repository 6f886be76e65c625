import { afterAll, beforeAll, expect, it } from "vitest";
import { zoneRules } from "#server/platform/zone-offsets.ts";
import { insertSchedule } from "#server/schedules/schedules/schedules.store.ts";
import { scripted } from "#server/testing/agents.ts";
import { type BareStore, openBareStore } from "#server/testing/bare-store.ts";
import { nextDueIn } from "./firings.store.ts";
import { fireRound, type Resting } from "./schedule-work.ts";

let store: BareStore;
beforeAll(async () => {
  store = await openBareStore();
});
afterAll(() => store.close());

const made = "2026-03-02T00:00:00.000Z";
const timing = { frequency: "hourly", timezone: "UTC", time: null, day: null, day_of_month: null, cron: null } as const;
const due = (agentId: string) =>
  insertSchedule(
    store.services.store.db,
    { agentId, userId: store.ids.owner, now: made },
    { ...timing, enabled: true, recurring: null, catch_up: "one", overlap: "allow" },
  );

it("lets an agent whose row is held keep no other agent's schedules from firing", async () => {
  const [held, free] = [await store.agent(scripted("say Done")), await store.agent(scripted("say Done"))];
  // All of them are due before the free one.
  const waiting = await Promise.all(Array.from({ length: 6 }, () => due(held)));
  const other = await due(free);
  await store.pool.query("update schedules set next_fire_at = next_fire_at + interval '1 second' where id = $1", [other]);
  const fired: string[] = [];
  const resting: Resting = new Map();
  const round = () => fireRound(store.services, "2026-03-02T01:00:30.000Z", ({ schedule }) => fired.push(schedule.id), resting);
  const holder = await store.pool.connect();
  try {
    await holder.query("begin");
    await holder.query("select from agents where id = $1 for update", [held]);
    await round();
    expect(fired).toEqual([other]);
    expect([...resting.keys()].toSorted()).toEqual(waiting.toSorted());
  } finally {
    await holder.query("rollback");
    holder.release();
  }
  resting.clear();
  await round();
  expect(fired).toHaveLength(7);
});

it("looks no sooner for what nobody fires: of an agent that was deleted, or that rests", async () => {
  const { db } = store.services.store;
  await store.pool.query("update schedules set next_fire_at = null");
  const agentId = await store.agent(scripted("say Done"));
  const id = await due(agentId);
  expect(await nextDueIn(db, 1_000, [])).toBeLessThan(0);
  expect(await nextDueIn(db, 1_000, [id])).toBeUndefined();
  await store.pool.query("update agents set deleted_at = now() where id = $1", [agentId]);
  expect(await nextDueIn(db, 1_000, [])).toBeUndefined();
});

it("says by which rules of time zones it found the next due time", async () => {
  const id = await due(await store.agent(scripted("say Done")));
  await store.pool.query("update schedules set zone_rules = '9999z' where id = $1", [id]);
  await fireRound(store.services, "2026-03-02T01:00:30.000Z", () => undefined, new Map());
  const { rows } = await store.pool.query("select zone_rules, next_fire_at > $2 as later from schedules where id = $1", [
    id,
    "2026-03-02T01:00:30.000Z",
  ]);
  expect(rows).toEqual([{ zone_rules: zoneRules, later: true }]);
});
