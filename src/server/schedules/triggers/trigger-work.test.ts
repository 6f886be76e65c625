import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { scripted } from "#server/testing/agents.ts";
import { type BareStore, openBareStore } from "#server/testing/bare-store.ts";
import { houseSources } from "./trigger-types.ts";
import { triggerRound } from "./trigger-work.ts";
import { upsertTrigger } from "./triggers.store.ts";

let store: BareStore;
beforeAll(async () => {
  store = await openBareStore();
});
afterAll(() => store.close());

const created = {
  integration_slug: "cases",
  trigger_type: "case_created",
  integration_instance_id: houseSources.cases,
  enabled: true,
} as const;

it("starts one run for each event and trigger, by however many processes and deliveries", async () => {
  const { services, pool } = store;
  const agents = await Promise.all(Array.from({ length: 3 }, () => store.agent(scripted("say Done"))));
  const [, , filtering = ""] = agents;
  for (const agent of agents)
    await upsertTrigger(services.store.db, agent, store.ids.owner, {
      ...created,
      filter_config: agent === filtering ? { title_contains: "Case 1" } : {},
    });
  const keys = Array.from({ length: 40 }, (_, i) => i);
  const deliver = (i: number) =>
    pool.query(
      `insert into trigger_events (id, team_id, source_id, type, dedupe_key, facts, occurred_at)
       values (gen_random_uuid(), $1, $1, 'case_created', $2::text, jsonb_build_object('title', 'Case ' || $2::text), now()) on conflict do nothing`,
      [store.teamId, i],
    );
  const told: string[] = [];
  const round = () =>
    triggerRound(
      { ...services, config: { mostDescendants: 100 } },
      { matched: () => undefined, started: ({ run }) => void (run && told.push(run.id)) },
    );
  const work = async () => {
    while (await round());
  };
  await Promise.all([...keys.flatMap((i) => Array.from({ length: 1 + (i % 5) }, () => deliver(i))), work(), work(), work()]);
  // What one process held while the others looked is due still.
  await work();
  const { rows } = await pool.query(
    `select agent_id, count(*)::int as runs from runs where source = 'event_trigger' group by 1 order by array_position($1::uuid[], agent_id)`,
    [agents],
  );
  expect(rows.map(({ runs }) => runs)).toEqual([40, 40, 11]);
  expect(new Set(told).size).toBe(91);
  const { rows: left } = await pool.query(
    `select count(*) filter (where next_attempt_at is not null)::int as due, count(*)::int as matches from trigger_matches`,
  );
  expect(left).toEqual([{ due: 0, matches: 120 }]);
});

it("lets sources and triggers take turns, however much of one waits", async () => {
  const { services, pool } = store;
  const [busy, calm] = [await store.agent(scripted("say Done")), await store.agent(scripted("say Done"))];
  const other = randomUUID();
  for (const [agent, title, integration_instance_id] of [
    [busy, "Busy", houseSources.cases],
    [calm, "Calm", other],
  ] as const)
    await upsertTrigger(services.store.db, agent, store.ids.owner, {
      ...created,
      integration_instance_id,
      filter_config: { title_contains: title },
    });
  await pool.query(
    `insert into trigger_events (id, team_id, source_id, type, dedupe_key, facts, occurred_at)
     select uuidv7(), $1::uuid, $1::uuid, 'case_created', 'busy ' || n, '{"title": "Busy"}'::jsonb, now() from generate_series(1, 300) n union all
     select uuidv7(), $1::uuid, $2::uuid, 'case_created', 'calm', '{"title": "Calm"}'::jsonb, now()`,
    [store.teamId, other],
  );
  await triggerRound({ ...services, config: { mostDescendants: 100 } }, { matched: () => undefined, started: () => undefined });
  const { rows } = await pool.query(
    `select (select count(*)::int from trigger_events where matched_at is null) as undecided, array(select agent_id from runs
     where source = 'event_trigger' and agent_id = any($1) group by 1 order by array_position($1, agent_id)) as started`,
    [[busy, calm]],
  );
  expect(rows).toEqual([{ undecided: 290, started: [busy, calm] }]);
});
