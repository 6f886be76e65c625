import { afterAll, beforeAll, expect, it } from "vitest";
import { setTimeout as sleep } from "node:timers/promises";
import { createAgent } from "#contract/agents/agents.ts";
import { getSession } from "#contract/teams/session.ts";
import { createSchedule } from "#contract/schedules/schedules.ts";
import { scripted } from "#server/testing/agents.ts";
import { type Cluster, startCluster } from "#server/testing/cluster.ts";
import { until } from "#server/testing/proof.ts";

const schedules = 1_000;
const rounds = 5;
/** Of a hundred schedules 99 fire within so many ms of their time, also in the minute in which a process is killed. */
const latestMs = 1_000;

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster(
    3,
    Array.from({ length: 3 }, () => ({ SCHEDULE_STARTS: "1000000" })),
  );
}, 120_000);
afterAll(() => cluster.close(), 120_000);

async function left(): Promise<number> {
  const { rows } = await cluster.pool.query<{ n: number }>(
    "select count(*)::int as n from schedules where next_fire_at <= clock_timestamp()",
  );
  return rows[0]?.n ?? 0;
}

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
  // In the first round nobody is killed or timed: processes that have just started compile what they fire with.
  for (let round = 0; round <= rounds; round++) {
    // All of them at once, by the store's clock.
    const { rows } = await cluster.pool.query<{ ms: number }>(
      `with due as (select date_trunc('second', clock_timestamp()) + interval '3 s' as at),
         set as (update schedules set next_fire_at = due.at from due returning 1)
       select (extract(epoch from at - clock_timestamp()) * 1000)::float8 as ms from due, (select count(*) from set) s`,
    );
    const due = performance.now() + (rows[0]?.ms ?? 0);
    const killed = round === 0 ? undefined : cluster.processes[round % cluster.processes.length];
    const killing = sleep(due - performance.now() + 100).then(() => killed?.end("SIGKILL"));
    await until(async () => performance.now() > due && (await left()) <= schedules / 100, 60_000, "99 of a hundred");
    if (round > 0) late.push(Math.round(performance.now() - due));
    await until(async () => (await left()) === 0, 60_000, "all of them");
    await killing;
    await killed?.start();
    await sleep(10_000);
  }
  const { rows } = await cluster.pool.query(`
      select (select count(*)::int from schedule_firings) as firings, (select count(*)::int from schedule_firings where outcome = 'started') as started,
        (select count(*)::int from runs where source = 'scheduling') as runs, (select count(distinct run_id)::int from schedule_firings) as distinct_runs`);
  process.stdout.write(`${JSON.stringify(rows[0])}, 99 of a hundred after ${late.join(", ")} ms\n`);
  const all = schedules * (1 + rounds);
  expect(rows[0]).toEqual({ firings: all, started: all, runs: all, distinct_runs: all });
  expect(Math.max(...late)).toBeLessThanOrEqual(latestMs);
}, 900_000);
