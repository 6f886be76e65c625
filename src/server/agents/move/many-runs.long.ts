import { expect, it } from "vitest";
import { moveAgent } from "#contract/agents/agent-move.ts";
import { createAgent } from "#contract/agents/agents.ts";
import { getRunDetails, listTeamRuns, startTeamRun } from "#contract/runs/runs.ts";
import { getTeamJob, listTeamJobs } from "#contract/runs/team-jobs.ts";
import { listMyTeams } from "#contract/teams/profile.ts";
import { scripted } from "#server/testing/agents.ts";
import { startCluster } from "#server/testing/cluster.ts";
import { miscounted, plantCopies } from "#server/testing/many-runs.ts";
import { p95, report, took } from "#server/testing/proof.ts";
import { miscountedBytes } from "#server/testing/stored-bytes.ts";

const many = 100_000;

it(
  "100,000 runs of a moved agent: answered within a second, others served, each in one team, finished by whoever lives",
  { timeout: 900_000 },
  async () => {
    const { processes, pool, close } = await startCluster(2);
    const [first, second] = processes;
    if (!first || !second) throw new Error("A cluster has processes.");
    try {
      const teamId = (await first.call(listMyTeams, {})).teams[0]?.id ?? "";
      const { rows: made } = await pool.query(
        "insert into teams (id, organization_id, name) select gen_random_uuid(), organization_id, 'Shared services' from teams where id = $1 returning id",
        [teamId],
      );
      const target: string = made[0].id;
      await pool.query("insert into team_members (team_id, user_id, role) select $1, user_id, role from team_members where team_id = $2", [
        target,
        teamId,
      ]);
      const config = scripted("say Done");
      const body = { name: "Says", build: { name: "First", config } };
      const agentOf = async () => (await first.call(createAgent, { params: { teamId }, body })).agent.id;
      const [moving, other] = [await agentOf(), await agentOf()];
      const { run } = await first.call(startTeamRun, { params: { teamId }, body: { agent_id: moving } });
      const { run: others } = await first.call(startTeamRun, { params: { teamId }, body: { agent_id: other } });
      await expect.poll(async () => (await first.call(getRunDetails, { params: { run_id: run.id } })).run.status).toBe("completed");
      await plantCopies(pool, run.id, many, "completed");
      await pool.query(
        `insert into run_counts (scope, status, n, changes) select s, 'completed', $3::int, 1 from unnest(array[$1::text, $1 || ':' || $2]) s`,
        [teamId, moving, many],
      );
      // Every tenth has a request, a delivery and files of its own.
      const tenth = "from runs where agent_id = $1 and run_number % 10 = 0";
      for (const text of [
        `insert into sandboxes (id, team_id, expires_at) select id, team_id, 'infinity' ${tenth}`,
        `insert into sandbox_files (sandbox_id, path, size_bytes, object_key) select id, 'a.txt', 100, id::text ${tenth}`,
        "update runs set sandbox_id = id where agent_id = $1 and run_number % 10 = 0",
        `insert into human_requests (id, run_id, team_id, tool_call_id, kind, title, responded_at) select gen_random_uuid(), id, team_id, 'c', 'question', 'T', now() ${tenth}`,
        `insert into webhook_deliveries (id, run_id, team_id, url, event, status, next_attempt_at) select gen_random_uuid(), id, team_id, 'https://x.invalid', 'e', 'completed', null ${tenth}`,
      ])
        await pool.query(text, [moving]);
      await pool.query("vacuum analyze runs, sandboxes, human_requests, webhook_deliveries");
      const someoneElse = () => took(() => second.call(getRunDetails, { params: { run_id: others.id } }));
      const quiet: number[] = [];
      for (let i = 0; i < 200; i++) quiet.push(await someoneElse());
      const input = { params: { agent_id: moving }, query: {}, body: { target_team_id: target } };
      const previewed = await took(() => first.call(moveAgent, { ...input, query: { dry_run: "true" } }));
      const answered = await took(() => first.call(moveAgent, input));
      const began = performance.now();
      const params = { teamId: target };
      const [job] = (await second.call(listTeamJobs, { params, query: { subject_id: moving } })).jobs;
      const now = async () => (await second.call(getTeamJob, { params: { ...params, job_id: job?.id ?? "" } })).job;
      const busy: number[] = [];
      let killed = false;
      for (;;) {
        busy.push(await someoneElse());
        if (busy.length % 20 > 0) continue;
        const { status, runs } = await now();
        if (status !== "running") break;
        if (!killed && runs.done > many / 4) {
          killed = true;
          await first.end("SIGKILL");
        }
      }
      const finished = (performance.now() - began) / 1000;
      expect(killed).toBe(true);
      expect(await now()).toMatchObject({ status: "done", runs: { total: many + 1, done: many + 1, failed: 0, left: 0 } });
      const totalIn = async (team: string) =>
        (await second.call(listTeamRuns, { params: { teamId: team }, query: { agent_id: moving } })).total;
      expect([await totalIn(teamId), await totalIn(target)]).toEqual([0, many + 1]);
      const { rows } = await pool.query(
        `select (select count(*) from runs where agent_id = $1 and team_id <> $2)::int as runs,
           (select count(*) from runs r left join sandboxes s on s.id = r.sandbox_id where r.agent_id = $1 and r.sandbox_id is not null and s.team_id <> $2)::int as sandboxes,
           (select count(*) from human_requests h join runs r on r.id = h.run_id where h.team_id <> r.team_id)::int as requests,
           (select count(*) from webhook_deliveries d join runs r on r.id = d.run_id where d.team_id <> r.team_id)::int as deliveries`,
        [moving, target],
      );
      expect(rows).toEqual([{ runs: 0, sandboxes: 0, requests: 0, deliveries: 0 }]);
      expect([await miscounted(pool), await miscountedBytes(pool)]).toEqual([[], []]);
      report(
        `previewed in ${previewed.toFixed()} ms, moved in ${answered.toFixed()} ms; all followed after ${finished.toFixed(1)} s; p95 of others ${p95(quiet).toFixed(1)} ms, meanwhile ${p95(busy).toFixed(1)} ms`,
      );
      expect(answered).toBeLessThan(1_000);
      expect(p95(busy)).toBeLessThan(2 * p95(quiet));
    } finally {
      await first.start();
      await close();
    }
  },
);
