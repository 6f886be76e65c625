import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { claimDueRuns, claimRuns } from "#server/engine/claims/claim-runs.ts";
import { readCases } from "#server/queues/cases/case-record.ts";
import { addCases } from "#server/queues/cases/new-cases.store.ts";
import { scripted } from "#server/testing/agents.ts";
import { type BareStore, openBareStore } from "#server/testing/bare-store.ts";
import { plantCopies } from "#server/testing/many-runs.ts";
import { newId } from "./columns.ts";
import { againIfUndone } from "./undone.ts";

let store: BareStore;
let connection: pg.PoolClient;
beforeAll(async () => {
  store = await openBareStore();
  connection = await store.pool.connect();
  // As outside of tests.
  await connection.query("set plan_cache_mode = auto");
});
afterAll(async () => {
  connection.release();
  await store.close();
});

it("a connection keeps its plan of a claim, of a record and of a new case", async () => {
  const agentId = await store.agent(scripted("say Done"));
  const [runId, queueId, doer] = [newId(), newId(), { userId: store.ids.owner }];
  await connection.query(
    `insert into runs (id, team_id, agent_id, build_id, status, source, title, run_number)
     select $1, $2, a.id, r.id, 'completed', 'api', 'Done', 1 from agents a join revisions r on r.agent_id = a.id where a.id = $3`,
    [runId, store.teamId, agentId],
  );
  await plantCopies(store.pool, runId, 2_000, "pending", "now() + interval '1 hour'");
  await connection.query("insert into queues (id, team_id, name) values ($1, $2, 'Queue')", [queueId, store.teamId]);
  await connection.query(
    "insert into cases (id, queue_id, title, data, state, priority) select gen_random_uuid(), $1, 'Case', '', 'pending', 0 from generate_series(1, 2000)",
    [queueId],
  );
  await connection.query("analyze");
  const db = drizzle(connection);
  for (let n = 0; n < 12; n++) {
    for (const claim of [claimDueRuns, claimRuns]) await connection.query(claim, [16, newId(), false, [], []]);
    const added = await addCases(db, queueId, [{ title: `Case ${n}` }], doer);
    expect(
      await readCases(
        db,
        added.map(({ id }) => id),
      ),
    ).toEqual(added);
  }
  const { rows } = await connection.query(
    "select custom_plans::int as anew from pg_prepared_statements where statement ~ 'teams_due|case_evaluations' order by 1",
  );
  // A connection tries five times what planning anew would bring.
  expect(rows).toEqual(Array.from({ length: 4 }, () => ({ anew: 5 })));
});

it("a connection remembers what comes again, however many statements come once", async () => {
  for (let n = 0; n < 1_100; n++) await connection.query(`select $1::int + ${n}`, [n]);
  for (let n = 0; n < 3; n++) await connection.query("select $1::int as often", [n]);
  const { rows } = await connection.query("select statement from pg_prepared_statements where statement ~ 'as often|int [+]'");
  expect(rows).toEqual([{ statement: "select $1::int as often" }]);
});

it("a statement outlasts a column that another version adds to its table", async () => {
  const ask = async () => (await store.pool.query("select * from queues where id = $1", [newId()])).fields.map(({ name }) => name);
  for (let n = 0; n < 3; n++) await ask();
  await connection.query("alter table queues add column later integer");
  expect(await againIfUndone(ask)).toContain("later");
  // The other connections have not met it yet.
  await connection.query("alter table queues add column latest integer");
  const db = drizzle(store.pool);
  const read = () => againIfUndone(() => db.transaction((tx) => tx.execute(sql`select * from queues where id = ${newId()}`)));
  await Promise.all(Array.from({ length: 10 }, read));
});
