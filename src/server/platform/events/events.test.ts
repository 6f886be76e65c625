import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runEvents } from "#contract/runs/events.ts";
import { queueEvents } from "#contract/queues/events.ts";
import type { Db } from "#server/platform/db/open.ts";
import { createOldRows } from "#server/engine/upkeep/old-rows.ts";
import { createLooks } from "#server/platform/work/looks.ts";
import { type BareStore, openBareStore } from "#server/testing/bare-store.ts";
import { createDatabase, dropDatabase } from "#server/testing/database.ts";
import { explained } from "#server/testing/proof.ts";
import { type Consumers, type RecordedEvent, consumer, createConsumers } from "./consumers.ts";
import { moveCursor, nextEvents, readOn, startCursor } from "./cursors.store.ts";
import { eightWriters } from "./eight-writers.cases.ts";
import { record } from "./record.ts";

let store: BareStore;
let looks: ReturnType<typeof createLooks>;
const open: Consumers[] = [];
beforeAll(async () => {
  store = await openBareStore();
  looks = createLooks(store.services);
});
afterAll(async () => {
  await looks.close();
  await Promise.all(open.map((each) => each.close()));
  await store.close();
});

const started = (tx: Db, subject: string) =>
  record(tx, runEvents, {
    type: "run.created",
    team: store.teamId,
    actor: { kind: "user", id: store.ids.owner },
    subject,
    data: { agent_id: store.teamId, case_id: null },
  });
const [first, second, third] = [1, 2, 3].map((n) => `00000000-0000-7000-8000-00000000000${n}`) as [string, string, string];

const look = (name: string) => readOn(store.pool, name, ["run.created"], 10);
/** The look that found the events of these. One before may have waited for a transaction elsewhere that ended meanwhile. */
async function lookFor(name: string, ...subjects: string[]) {
  let last = await look(name);
  await expect.poll(async () => (last = await look(name)).events.map((event) => event.subject_id)).toEqual(subjects);
  return last;
}

it("are read once no transaction that began before theirs is open, in the order of the transactions", async () => {
  await startCursor(store.pool, "order");
  const slow = await store.pool.connect();
  try {
    await started(store.services.store.db, first);
    await slow.query("begin");
    await started(drizzle(slow), second);
    await started(store.services.store.db, third);
    const { from, to, waiting } = await lookFor("order", first);
    expect(waiting).toBe(true);
    expect(await moveCursor(store.services.store.db, "order", from, to ?? from)).toBe(true);
    expect(await moveCursor(store.services.store.db, "order", from, to ?? from)).toBe(false);
    expect((await look("order")).events).toEqual([]);
  } finally {
    await slow.query("commit");
    slow.release();
  }
  await lookFor("order", second, third);
});

it("wait for no transaction of another database of the server, however long it stays open", async () => {
  const elsewhere = await createDatabase();
  const foreign = new pg.Client(elsewhere);
  await foreign.connect();
  try {
    await foreign.query("begin");
    await foreign.query("select pg_current_xact_id()");
    await startCursor(store.pool, "neighbour");
    await started(store.services.store.db, third);
    const { from, to, waiting } = await lookFor("neighbour", third);
    expect(waiting).toBe(false);
    expect(await moveCursor(store.services.store.db, "neighbour", from, to ?? from)).toBe(true);
  } finally {
    await foreign.end();
    await dropDatabase(elsewhere);
  }
});

it("get past a consumer that fails only once it has handled them, and what is before them is not done again", async () => {
  const handled: string[] = [];
  let fails = true;
  const consumers = await createConsumers({ ...store.services, looks }, [
    consumer({
      name: "failing",
      on: ["run.created"],
      async handle(tx: Db, given: readonly RecordedEvent<"run.created">[]) {
        for (const { subject_id } of given) {
          await tx.execute(sql`insert into storage_counts (scope, kind, n, changes) values (${`failing ${subject_id}`}, 'bytes', 1, 1)`);
          if (fails && subject_id === second) throw new Error("as it should");
        }
        handled.push(...given.map((event) => event.subject_id));
      },
    }),
  ]);
  open.push(consumers);
  await store.services.store.db.transaction(async (tx) => {
    for (const subject of [first, second, third]) await started(tx, subject);
  });
  consumers.wake();
  await expect.poll(() => handled).toEqual([first]);
  // The cursor moves when the transaction of that has ended.
  await expect.poll(async () => (await consumers.samples())[0]?.value).toBe(2);
  await expect.poll(() => consumers.lag()).toMatchObject([{ consumer: "failing", waiting: 2, failing: true }]);
  fails = false;
  await expect.poll(() => handled).toEqual([first, second, third]);
  const counted = async () => (await store.pool.query("select count(*) as n from storage_counts where scope like 'failing %'")).rows;
  await expect.poll(counted).toEqual([{ n: 3 }]);
});

it("wait for a lock that a consumer needs, and hold no connection meanwhile", async () => {
  let handled = 0;
  const consumers = await createConsumers({ ...store.services, looks }, [
    consumer({
      name: "locked",
      on: ["run.created"],
      async handle(tx: Db) {
        await tx.execute(sql`select 1 from case_counts limit 1`);
        handled += 1;
      },
    }),
  ]);
  open.push(consumers);
  const holder = await store.pool.connect();
  try {
    await holder.query("begin");
    await holder.query("lock table case_counts in access exclusive mode");
    await started(store.services.store.db, first);
    consumers.wake();
    await expect.poll(() => consumers.lag()).toMatchObject([{ consumer: "locked", failing: true }]);
    expect(handled).toBe(0);
  } finally {
    await holder.query("rollback");
    holder.release();
  }
  await expect.poll(() => handled).toBe(1);
});

it("are found without a look at those that were read, or at others for each of them", async () => {
  const insert = (type: string, count: number) =>
    store.pool.query(
      "insert into events (actor_kind, type, subject_id, data) select 'service', $1, $2, '{}' from generate_series(1, $3::int)",
      [type, store.teamId, count],
    );
  await insert("run.created", 10_000);
  await expect.poll(async () => (await readOn(store.pool, "order", ["run.created"], 1)).waiting).toBe(false);
  await startCursor(store.pool, "frugal");
  await insert("run.created", 300);
  await insert("run.waiting", 700);
  await insert("run.created", 300);
  const many = () => readOn(store.pool, "frugal", ["run.created"], 500);
  await expect.poll(async () => (await many()).events.length).toBe(500);
  expect((await explained(store.pool, nextEvents, ["frugal", ["run.created"], 500])).blocks).toBeLessThan(100);
  // A look goes only so far; the next one goes on from there, whatever the types were.
  const found: number[] = [];
  for (let end = false; !end;) {
    const next = await readOn(store.pool, "frugal", ["run.created"], 50);
    end = next.to === undefined || !(await moveCursor(store.services.store.db, "frugal", next.from, next.to));
    found.push(...next.events.map(({ id }) => id));
  }
  expect(found).toHaveLength(600);
  expect(new Set(found).size).toBe(600);
  await store.pool.query("delete from events");
});

it("go after the time of their type, and never unread", async () => {
  await store.pool.query("delete from event_cursors");
  await store.pool.query(
    `insert into events (actor_kind, type, subject_id, data, created_at)
     select 'service', type, $1, '{}', now() - make_interval(days => days) from (values ('run.waiting', 31), ('run.waiting', 29), ('case.undone', 364),
       ('case.undone', 366)) e(type, days)`,
    [store.teamId],
  );
  const left = async () => {
    await createOldRows(store.pool, { ...runEvents, ...queueEvents }, () => false).events();
    const { rows } = await store.pool.query<{ type: string }>(
      "select type from events where type in ('run.waiting', 'case.undone') order by 1",
    );
    return rows.map(({ type }) => type);
  };
  await store.pool.query("insert into event_cursors values ('behind', '1', 0)");
  expect(await left()).toHaveLength(4);
  await store.pool.query("delete from event_cursors");
  expect(await left()).toEqual(["case.undone", "run.waiting"]);
});

it("come once each from eight writers at once, though readers are killed", () => eightWriters({ count: 480, kills: 1 }));
