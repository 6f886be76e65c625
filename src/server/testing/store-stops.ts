import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { createAgent } from "#contract/agents/agents.ts";
import { updateFileContent } from "#contract/library/files.ts";
import { getCaseJob, startCaseJob } from "#contract/queues/case-jobs.ts";
import { createCases } from "#contract/queues/cases.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { streamEvents } from "#contract/runs/live.ts";
import { getRunDetails, startTeamRun, stopRun } from "#contract/runs/runs.ts";
import { listMyTeams } from "#contract/teams/profile.ts";
import { type EmbeddedPostgres, startEmbedded } from "#server/platform/db/embedded/embedded.ts";
import { python } from "./agents.ts";
import { urlOf } from "./database.ts";
import { enduringPool } from "./enduring-pool.ts";
import { report, until } from "./proof.ts";

import { createDataDir, createServiceProcess, type ServiceProcess } from "./service-process.ts";

const backMs = 3_000;
const stoppedMs = 5_000;

/**
 * Stops the PostgreSQL of two processes for five seconds, so many times. Within three seconds of its return a change at one process is heard at the
 * other, a stop travels to the process that works on the run, and jobs go on.
 */
export async function stopRounds(rounds: number): Promise<void> {
  const [folder, dataDir] = [await createDataDir(), await createDataDir()];
  let server: EmbeddedPostgres = await startEmbedded(folder);
  const env = { DATA_DIR: dataDir, DATABASE_URL: urlOf(server.connection) };
  const [first, second] = [await createServiceProcess(env), await createServiceProcess(env)];
  await first.start();
  await second.start();
  const pool = enduringPool({ ...server.connection, max: 1 });
  try {
    const teamId = (await first.call(listMyTeams, {})).teams[0]?.id ?? "";
    const config = python("import time; time.sleep(120)");
    const { agent } = await first.call(createAgent, { params: { teamId }, body: { name: "Long", build: { name: "First", config } } });
    const { queue } = await first.call(createQueue, { params: { teamId }, body: { name: "Cases" } });
    const cases = Array.from({ length: 100 }, (_, i) => ({ title: `Case ${i}` }));
    for (let i = 0; i < 5; i++) await first.call(createCases, { params: { queue_id: queue.id }, body: { cases } });
    const heard = hear(second, teamId);
    const longest = { heard: 0, stopped: 0, jobs: 0 };
    for (let round = 0; round < rounds; round++) {
      const { run } = await first.call(startTeamRun, { params: { teamId }, body: { agent_id: agent.id } });
      const status = async () => (await first.call(getRunDetails, { params: { run_id: run.id } })).run.status;
      await until(async () => (await status()) === "running", 30_000, "the program runs");
      await server.stop();
      await sleep(stoppedMs);
      server = await startEmbedded(folder);
      const back = performance.now();
      const since = () => performance.now() - back;
      const path = `round-${round}.txt`;
      const changed = async () => {
        await until(
          async () => accepted(first.send(updateFileContent, { params: { teamId, path }, body: { content: "" } })),
          20_000,
          "a write",
        );
        // Screens that were told to fetch everything have missed nothing; what happens from here on is heard by its name.
        for (let n = 0; !heard.has(path); n++) {
          if (since() > 30_000) throw new Error("A change is not heard at the other process.");
          await first.send(updateFileContent, { params: { teamId, path }, body: { content: String(n) } });
          await sleep(50);
        }
        longest.heard = Math.max(longest.heard, since());
      };
      const stopped = async () => {
        await until(async () => accepted(first.send(stopRun, { params: { run_id: run.id } })), 20_000, "the run is stopped");
        const idle = async () => (await first.held()) + (await second.held()) === 0;
        await until(idle, 30_000, "nobody works on the stopped run");
        longest.stopped = Math.max(longest.stopped, since());
      };
      const jobs = async () => {
        const act = { kind: "status", status: round % 2 ? "failed" : "completed" } as const;
        const params = { queue_id: queue.id };
        let job: string | undefined;
        const begun = async () => {
          const answer = await second.send(startCaseJob, { params, body: { act, all_matching: true } });
          if (answer.ok) job = ((await answer.json()) as { job: { id: string } }).job.id;
          return answer.ok;
        };
        await until(begun, 20_000, "a job begins");
        const ended = async () => (await second.call(getCaseJob, { params: { ...params, job_id: job ?? "" } })).job.status === "done";
        await until(ended, 30_000, "the job ends");
        longest.jobs = Math.max(longest.jobs, since());
      };
      await Promise.all([changed(), stopped(), jobs()]);
    }
    heard.close();
    report(
      `${rounds} stops of the store for 5 s: changes were heard after ${Math.round(longest.heard)} ms at most, runs stopped after ${Math.round(longest.stopped)} ms, jobs done after ${Math.round(longest.jobs)} ms`,
    );
    expect(Math.max(longest.heard, longest.stopped, longest.jobs)).toBeLessThan(backMs);
  } finally {
    await Promise.all([first, second].map((one) => one.end("SIGTERM")));
    await pool.end();
    await server.stop();
    for (const made of [folder, dataDir]) await rm(made, { recursive: true, force: true });
  }
}

async function accepted(answer: Promise<Response>): Promise<boolean> {
  const { ok, body } = await answer;
  await body?.cancel();
  return ok;
}

/** The ids that a process tells its screens of, for as long as it likes. */
function hear(service: ServiceProcess, teamId: string): { has(id: string): boolean; close(): void } {
  const ids = new Set<string>();
  const end = new AbortController();
  void (async () => {
    const answer = await service.send(streamEvents, { params: { teamId } }, end.signal);
    const decoder = new TextDecoder();
    let rest = "";
    for await (const bytes of answer.body ?? []) {
      const lines = (rest + decoder.decode(bytes as Uint8Array, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (line.startsWith("data: ")) ids.add((JSON.parse(line.slice(6)) as { id: string }).id);
    }
  })().catch((error: unknown) => {
    if (!end.signal.aborted) throw error;
  });
  return { has: (id) => ids.has(id), close: () => end.abort() };
}
