import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { createAgent } from "#contract/agents/agents.ts";
import { getRunDetails, startTeamRun } from "#contract/runs/runs.ts";
import { listMyTeams } from "#contract/teams/profile.ts";
import { python } from "#server/testing/agents.ts";
import { startCluster } from "#server/testing/cluster.ts";

it("no lock on an agent or a run makes one of two processes take over what the other works on", { timeout: 300_000 }, async () => {
  const { processes, pool, close } = await startCluster(2);
  try {
    const [first] = processes;
    if (!first) throw new Error("A cluster has processes.");
    const teamId = (await first.call(listMyTeams, {})).teams[0]?.id ?? "";
    const config = python("import time; time.sleep(40)");
    const { agent } = await first.call(createAgent, { params: { teamId }, body: { name: "Slow", build: { name: "First", config } } });
    const start = { params: { teamId }, body: { agent_id: agent.id } };
    const runs = await Promise.all(Array.from({ length: 4 }, async () => (await first.call(startTeamRun, start)).run.id));
    const states = async () =>
      (await pool.query("select status, lease, code_starts from runs where id = any($1)", [runs])).rows as { status: string }[];
    await expect.poll(async () => (await states()).every(({ status }) => status === "running"), { timeout: 20_000 }).toBe(true);
    // Longer than a worker may say nothing: the agent and one of the runs are held, and starts that wait for the agent fill every pool.
    const other = await pool.connect();
    await other.query("begin");
    await other.query("select from agents where id = $1 for update", [agent.id]);
    await other.query("select from runs where id = $1 for update", [runs[0]]);
    for (const until = Date.now() + 25_000; Date.now() < until; await sleep(100))
      await Promise.all(processes.flatMap((one) => Array.from({ length: 30 }, () => one.send(startTeamRun, start))));
    await other.query("rollback");
    other.release();
    const status = async (run_id: string) => (await first.call(getRunDetails, { params: { run_id } })).run.status;
    await expect.poll(async () => Promise.all(runs.map(status)), { timeout: 60_000 }).toEqual(runs.map(() => "completed"));
    expect(await states()).toEqual(runs.map(() => ({ status: "completed", lease: 1, code_starts: 1 })));
  } finally {
    await close();
  }
});
