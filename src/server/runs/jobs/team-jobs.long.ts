import { expect, it } from "vitest";
import { createAgent, deleteAgent } from "#contract/agents/agents.ts";
import { getRunDetails, startTeamRun } from "#contract/runs/runs.ts";
import { getTeamJob, listTeamJobs } from "#contract/runs/team-jobs.ts";
import { listMyTeams } from "#contract/teams/profile.ts";
import { scripted } from "#server/testing/agents.ts";
import { startCluster } from "#server/testing/cluster.ts";
import { copyRuns } from "#server/testing/many-runs.ts";
import { p95, report, took } from "#server/testing/proof.ts";

it(
  "10,000 pending runs of a deleted agent: answered within a second, others served, finished by whoever lives",
  { timeout: 600_000 },
  async () => {
    const { processes, pool, close } = await startCluster(2);
    const [first, second] = processes;
    if (!first || !second) throw new Error("A cluster has processes.");
    try {
      const teamId = (await first.call(listMyTeams, {})).teams[0]?.id ?? "";
      const params = { teamId };
      const config = scripted("ask Which month?");
      const made = async () =>
        (await first.call(createAgent, { params, body: { name: "Asks", build: { name: "First", config } } })).agent.id;
      const [doomed, other] = [await made(), await made()];
      const { run } = await first.call(startTeamRun, { params, body: { agent_id: doomed } });
      const { run: others } = await first.call(startTeamRun, { params, body: { agent_id: other } });
      const copies = await copyRuns(pool, run.id, 10_000, "pending");
      const someoneElse = () => took(() => second.call(getRunDetails, { params: { run_id: others.id } }));
      const quiet: number[] = [];
      for (let i = 0; i < 200; i++) quiet.push(await someoneElse());
      const answered = await took(() => first.call(deleteAgent, { params: { agent_id: doomed } }));
      const [job] = (await second.call(listTeamJobs, { params, query: { subject_id: doomed } })).jobs;
      const now = async () => (await second.call(getTeamJob, { params: { ...params, job_id: job?.id ?? "" } })).job;
      const busy: number[] = [];
      let killed = false;
      for (;;) {
        busy.push(await someoneElse());
        if (busy.length % 20 > 0) continue;
        const { status, runs } = await now();
        if (status !== "running") break;
        if (!killed && runs.done > 2_500) {
          killed = true;
          await first.end("SIGKILL");
        }
      }
      expect(killed).toBe(true);
      expect(await now()).toMatchObject({ status: "done", runs: { total: 10_001, done: 10_001, failed: 0, left: 0 } });
      const { rows } = await pool.query(
        `select status, count(*)::int as n, sum(lease)::int as claims, sum((select count(*) from run_messages m where m.run_id = r.id and m.subtype = 'session_interrupted'))::int as told
       from runs r where id = any($1) group by status`,
        [copies],
      );
      expect(rows).toEqual([{ status: "interrupted", n: 10_000, claims: 0, told: 10_000 }]);
      report(`deleted in ${answered.toFixed()} ms; p95 of others ${p95(quiet).toFixed(1)} ms, meanwhile ${p95(busy).toFixed(1)} ms`);
      expect(answered).toBeLessThan(1_000);
      expect(p95(busy)).toBeLessThan(2 * p95(quiet));
    } finally {
      await first.start();
      await close();
    }
  },
);
