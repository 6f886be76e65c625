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

const startsPerMinute = 10;
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
  const round = () =>
    fireRound({ ...store.services, startsPerMinute }, "2026-03-02T01:00:30.000Z", ({ schedule }) => fired.push(schedule.id), resting);
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
  expect(await nextDueIn(db, 1_000, { except: [], startsPerMinute })).toBeLessThan(0);
  expect(await nextDueIn(db, 1_000, { except: [id], startsPerMinute })).toBeUndefined();
  await store.pool.query("update agents set deleted_at = now() where id = $1", [agentId]);
  expect(await nextDueIn(db, 1_000, { except: [], startsPerMinute })).toBeUndefined();
});

it("says by which rules of time zones it found the next due time", async () => {
  const id = await due(await store.agent(scripted("say Done")));
  await store.pool.query("update schedules set zone_rules = '9999z' where id = $1", [id]);
  await fireRound({ ...store.services, startsPerMinute }, "2026-03-02T01:00:30.000Z", () => undefined, new Map());
  const { rows } = await store.pool.query("select zone_rules, next_fire_at > $2 as later from schedules where id = $1", [
    id,
    "2026-03-02T01:00:30.000Z",
  ]);
  expect(rows).toEqual([{ zone_rules: zoneRules, later: true }]);
});

it("starts so many due times of one person in a minute, and leaves the others due while other people's start", async () => {
  const { db } = store.services.store;
  await store.pool.query("update schedules set next_fire_at = null");
  await store.pool.query("delete from schedule_firings");
  const agentId = await store.agent(scripted("say Done"));
  const ids = await Promise.all(Array.from({ length: 15 }, () => due(agentId)));
  const member = await due(agentId);
  await store.pool.query("update schedules set user_id = $2, next_fire_at = next_fire_at + interval '1 second' where id = $1", [
    member,
    store.ids.member,
  ]);
  const fired: string[] = [];
  const round = () =>
    fireRound({ ...store.services, startsPerMinute }, "2026-03-02T01:00:30.000Z", ({ schedule }) => fired.push(schedule.id), new Map());
  await Promise.all([round(), round(), round()]);
  await round();
  expect(fired).toHaveLength(11);
  expect(fired).toContain(member);
  // Nothing that may fire is due: nobody looks again and again.
  await store.pool.query("update schedules set next_fire_at = null where id = $1", [member]);
  expect(await nextDueIn(db, 1_000, { except: [], startsPerMinute })).toBeUndefined();
  await store.pool.query("update schedule_firings set created_at = created_at - interval '1 minute'");
  await round();
  expect(fired.toSorted()).toEqual([...ids, member].toSorted());
});

it("counts each time that a schedule makes up for", async () => {
  await store.pool.query("update schedules set next_fire_at = null");
  await store.pool.query("delete from schedule_firings");
  const agentId = await store.agent(scripted("say Done"));
  const ids = await Promise.all(Array.from({ length: 3 }, () => due(agentId)));
  await store.pool.query("update schedules set catch_up = 'all' where id = any($1)", [ids]);
  const runs: string[] = [];
  const round = () =>
    fireRound({ ...store.services, startsPerMinute }, "2026-03-02T09:00:30.000Z", (fired) => runs.push(...fired.runs.map(({ id }) => id)));
  await round();
  expect(runs, "nine of each of the first two").toHaveLength(18);
  await round();
  expect(runs).toHaveLength(18);
});
