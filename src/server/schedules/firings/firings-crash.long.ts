import { afterAll, beforeAll, expect, it } from "vitest";
import { setTimeout as sleep } from "node:timers/promises";
import { createAgent } from "#contract/agents/agents.ts";
import { getSession } from "#contract/teams/session.ts";
import { createSchedule } from "#contract/schedules/schedules.ts";
import { scripted } from "#server/testing/agents.ts";
import { type Cluster, startCluster } from "#server/testing/cluster.ts";

const schedules = 1_000;
const rounds = 5;

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster(3);
}, 120_000);
afterAll(() => cluster.close(), 120_000);

it("fires 1,000 schedules of one minute on three processes, one killed every 10 s: none is missed, none fires twice", async () => {
  const [first] = cluster.processes;
  if (!first) throw new Error("no process");
  const { session } = await first.call(getSession, {});
  const teamId = session.teams[0]?.id ?? "";
  const body = { name: "Nightly", build: { name: "First", config: scripted("say Done") } };
  const agents = await Promise.all(
    Array.from({ length: 20 }, async () => (await first.call(createAgent, { params: { teamId }, body })).agent.id),
  );
  for (let i = 0; i < schedules; i++)
    await first.call(createSchedule, {
      params: { agent_id: agents[i % agents.length] ?? "" },
      body: { enabled: true, frequency: "custom", cron: "0 0 1 1 *", timezone: "UTC", overlap: "allow" },
    });
  const late: number[] = [];
  for (let round = 0; round < rounds; round++) {
    // All of them at once, by the store's clock; the minute tells the rounds apart.
    await cluster.pool.query("update schedules set next_fire_at = date_trunc('minute', now()) - make_interval(mins => $1::int)", [
      rounds - round,
    ]);
    const killed = cluster.processes[round % cluster.processes.length];
    await sleep(300);
    await killed?.end("SIGKILL");
    await expect
      .poll(
        async () =>
          (await cluster.pool.query<{ n: number }>("select count(*)::int as n from schedules where next_fire_at <= now()")).rows[0]?.n,
        { timeout: 60_000, interval: 250 },
      )
      .toBe(0);
    await killed?.start();
    const { rows } = await cluster.pool.query<{ ms: number }>(
      "select (extract(epoch from max(created_at) - min(created_at)) * 1000)::int as ms from (select created_at from schedule_firings order by created_at desc limit $1) f",
      [schedules],
    );
    late.push(rows[0]?.ms ?? 0);
    await sleep(10_000);
  }
  const { rows } = await cluster.pool.query(`
      select (select count(*)::int from schedule_firings) as firings, (select count(*)::int from schedule_firings where outcome = 'started') as started,
        (select count(*)::int from runs where source = 'scheduling') as runs, (select count(distinct run_id)::int from schedule_firings) as distinct_runs`);
  process.stdout.write(`${JSON.stringify(rows[0])}, from the first to the last of a minute: ${late.join(", ")} ms\n`);
  const all = schedules * rounds;
  expect(rows[0]).toEqual({ firings: all, started: all, runs: all, distinct_runs: all });
}, 900_000);
