import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { createAgent } from "#contract/agents/agents.ts";
import { startTeamRun } from "#contract/runs/runs.ts";
import { listMyTeams } from "#contract/teams/profile.ts";
import { type EmbeddedPostgres, startEmbedded } from "#server/platform/db/embedded/embedded.ts";
import { enduringPool } from "#server/testing/enduring-pool.ts";
import { python } from "#server/testing/agents.ts";
import { urlOf } from "#server/testing/database.ts";
import { report, scaled, until, withTwo } from "#server/testing/proof.ts";
import { createDataDir, createServiceProcess } from "#server/testing/service-process.ts";

/** Shorter and longer than a lease, and almost as long as a process keeps what it works on. */
const outages = [4, 8, 12];

it("programs in work at two processes survive a store that is away for up to 12 seconds", { timeout: 600_000 }, async () => {
  const [folder, dataDir] = [await createDataDir(), await createDataDir()];
  let server: EmbeddedPostgres = await startEmbedded(folder);
  const env = { DATA_DIR: dataDir, DATABASE_URL: urlOf(server.connection) };
  const processes = [await createServiceProcess(env), await createServiceProcess(env)];
  for (const each of processes) await each.start();
  const [first] = processes;
  if (!first) throw new Error("There is no process.");
  const pool = enduringPool({ ...server.connection, max: 1 });
  try {
    const teamId = (await first.call(listMyTeams, {})).teams[0]?.id ?? "";
    for (const seconds of outages) {
      const config = python(`import time; time.sleep(${seconds + 12})`);
      const { agent } = await first.call(createAgent, { params: { teamId }, body: { name: "Long", build: { name: "First", config } } });
      const start = async () => (await first.call(startTeamRun, { params: { teamId }, body: { agent_id: agent.id } })).run.id;
      const runs: string[] = await Promise.all(Array.from({ length: 3 }, start));
      const states = async () => (await pool.query("select status, lease, code_starts from runs where id = any($1)", [runs])).rows;
      await until(async () => (await states()).every(({ status }) => status === "running"), 30_000, "every program runs");
      await server.stop();
      await sleep(seconds * 1000);
      server = await startEmbedded(folder);
      await until(async () => (await states()).every(({ status }) => status === "completed"), 120_000, "every program ends");
      const ended = await states();
      report(
        `${seconds} s without a store: ${ended.map(({ lease, code_starts: starts }) => `lease ${lease}, start ${starts}`).join("; ")}`,
      );
      expect(ended).toEqual(runs.map(() => ({ status: "completed", lease: 1, code_starts: 1 })));
    }
  } finally {
    for (const each of processes) await each.end("SIGKILL");
    await pool.end();
    await server.stop();
    for (const made of [folder, dataDir]) await rm(made, { recursive: true, force: true });
  }
});

it("what a killed process worked on is taken over within seven seconds", { timeout: 1_200_000 }, () =>
  withTwo([{}, {}], async ({ processes, pool, agent, start }) => {
    const { id } = await agent("Long", python("import time; time.sleep(600)"));
    const times: number[] = [];
    const held = async (runId: string) =>
      (
        await pool.query("select lease, pid from runs r join workers w on w.id = r.worker_id where r.id = $1 and r.status = 'running'", [
          runId,
        ])
      ).rows[0] as { lease: number; pid: number } | undefined;
    for (let kill = 0; kill < scaled(20, 3); kill++) {
      const runId = await start(id);
      await until(async () => (await held(runId)) !== undefined, 60_000, "the program runs");
      const before = await held(runId);
      const process = processes.find((each) => each.pid() === before?.pid);
      if (!process || !before) throw new Error("No process works on the run.");
      await process.end("SIGKILL");
      times.push(await until(async () => ((await held(runId))?.lease ?? 0) > before.lease, 60_000, "another process takes it"));
      await pool.query("update runs set status = 'interrupted', worker_id = null, next_attempt_at = null where id = $1", [runId]);
      await process.start();
    }
    const sorted = times.toSorted((a, b) => a - b);
    const most = sorted.at(-1) ?? 0;
    report(
      `${times.length} kills: taken over after ${sorted[Math.floor(times.length / 2)]?.toFixed(0)} ms (p50), ${most.toFixed(0)} ms at most`,
    );
    expect(most).toBeLessThan(7_000);
  }),
);
