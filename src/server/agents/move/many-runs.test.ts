import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { moveAgent } from "#contract/agents/agent-move.ts";
import { deleteAgent, getAgent } from "#contract/agents/agents.ts";
import { listCaseRuns } from "#contract/queues/case-runs.ts";
import { postRunMessage } from "#contract/runs/messages.ts";
import { getRunDetails, listTeamRuns } from "#contract/runs/runs.ts";
import { listSandboxFiles } from "#contract/runs/sandboxes.ts";
import { type TeamJob, getTeamJob, listTeamJobs } from "#contract/runs/team-jobs.ts";
import { agentWith, scripted, settled, startRunOf } from "#server/testing/agents.ts";
import { addCases, agentOn, attachTo, queueIn } from "#server/testing/cases.ts";
import { copyRuns, miscounted } from "#server/testing/many-runs.ts";
import { miscountedBytes } from "#server/testing/stored-bytes.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

/** `director` manages both teams; `owner` is in the first alone, and `neighbour` in the second. */
const as = { as: "director" } as const;
const neighbour = { as: "neighbour" } as const;
const move = (agent_id: string, target_team_id: string, dry_run: "true" | "false" = "false") => ({
  params: { agent_id },
  query: { dry_run },
  body: { target_team_id, bypass_standalone_gate: true },
});
const jobsOf = async (subject_id: string, teamId = service.teamId) =>
  (await service.ok(listTeamJobs, { params: { teamId }, query: { subject_id } }, as)).jobs;
const totalOf = async (agent_id: string, teamId: string) =>
  (await service.ok(listTeamRuns, { params: { teamId }, query: { agent_id } }, as)).total;

async function until(subjectId: string, reached: (job: TeamJob) => boolean): Promise<TeamJob> {
  const [job] = await jobsOf(subjectId);
  if (!job) throw new Error("There is no job.");
  for (;;) {
    const { job: now } = await service.ok(getTeamJob, { params: { teamId: service.teamId, job_id: job.id } }, as);
    const { total, done, failed, left } = now.runs;
    expect(done + failed + left).toBe(total);
    if (reached(now)) return now;
    await sleep(10);
  }
}
const ended = (subjectId: string) => until(subjectId, ({ status }) => status !== "running");

/** Lets every job rest once it has done so many runs, until the returned function is called. */
async function restingAt(runs: number): Promise<() => Promise<unknown>> {
  await service.pool.query(`create function rest() returns trigger language plpgsql as $$ begin
    if new.runs_done >= ${runs} then new.turn_at = 'infinity'; end if; return new; end $$`);
  await service.pool.query("create trigger rest before update on team_jobs for each row execute function rest()");
  return async () => {
    await service.pool.query("drop function rest() cascade");
    await service.pool.query("update team_jobs set turn_at = now() where status = 'running'");
  };
}

test("an agent with many runs is moved at once, and each run is in one team while they follow", async () => {
  const queue = await queueIn(service);
  const { id: agent } = await agentOn(service, scripted("say Done"), { consumes: [queue] });
  const [attached = ""] = await addCases(service, queue, { title: "Attached" });
  await attachTo(service, { queue_id: queue, case_id: attached }, "note.txt", "attached");
  const stays = await queueIn(service);
  const [assigned = ""] = await addCases(service, stays, { title: "Assigned" });
  const last = await startRunOf(service, agent);
  await settled(service, last);
  const copies = await copyRuns(service.pool, last, 1000, "completed");
  const sandbox = "5b1f0c2e-0000-4000-8000-000000000001";
  await service.pool.query("insert into sandboxes (id, team_id, expires_at) values ($1, $2, 'infinity')", [sandbox, service.teamId]);
  await service.pool.query("insert into sandbox_files (sandbox_id, path, size_bytes, object_key) values ($1, 'a.txt', 7, 'none')", [
    sandbox,
  ]);
  await service.pool.query("update runs set sandbox_id = $1 where id = $2", [sandbox, last]);
  await service.pool.query("update cases set agent_id = $1, state = 'completed' where id = $2", [agent, assigned]);
  await service.pool.query("insert into case_events (id, case_id, type, run_id) values (gen_random_uuid(), $1, 'claimed', $2)", [
    attached,
    last,
  ]);
  await service.pool.query(
    `insert into builder_runs (id, agent_id, build_id, team_id, prompt_number, status, prompt, model, turns)
     select gen_random_uuid(), r.agent_id, r.build_id, r.team_id, n, 'cancelled', 'Shorter', 'scripted', '[]' from runs r, generate_series(1, 2500) n
     where r.id = $1`,
    [last],
  );
  // The oldest run comes last.
  const goOn = await restingAt(1000);
  const { total_runs, applied } = await service.ok(moveAgent, move(agent, service.neighbourTeamId), as);
  expect([total_runs, applied]).toEqual([1001, true]);

  await service.fails(getAgent, { params: { agent_id: agent } }, "not_found");
  await service.ok(getAgent, { params: { agent_id: agent } }, neighbour);
  const running = await until(agent, ({ runs }) => runs.done === 1000);
  expect(running).toMatchObject({
    kind: "agent_moved",
    status: "running",
    subject_name: "Agent",
    team_id: service.teamId,
    target_team_id: service.neighbourTeamId,
    runs: { total: 1001, left: 1 },
  });
  expect(await jobsOf(agent, service.neighbourTeamId)).toEqual([running]);
  // New runs do not wait for the old ones.
  const again = await startRunOf({ ...service, teamId: service.neighbourTeamId }, agent, {}, neighbour);
  await expect
    .poll(async () => (await service.ok(getRunDetails, { params: { run_id: again } }, neighbour)).run)
    .toMatchObject({ status: "completed", run_number: 2 });
  expect([await totalOf(agent, service.teamId), await totalOf(agent, service.neighbourTeamId)]).toEqual([1, 1001]);
  expect(await miscounted(service.pool)).toEqual([]);
  const left = { params: { run_id: last } };
  expect((await service.ok(getRunDetails, left)).run).toMatchObject({ team_id: service.teamId, agent_team_id: service.neighbourTeamId });
  await service.fails(getRunDetails, left, "not_found", neighbour);
  await service.fails(getRunDetails, { params: { run_id: copies[0] ?? "" } }, "not_found");
  expect((await service.ok(listSandboxFiles, { params: { sandbox_id: sandbox }, query: { path: "/workspace" } })).files).toHaveLength(1);
  expect((await service.ok(listCaseRuns, { params: { case_id: attached } }, neighbour)).runs).toEqual([]);
  await service.fails(postRunMessage, { ...left, body: { message: "Go on" } }, "still_moving");
  expect((await service.fails(moveAgent, move(agent, service.teamId, "true"), "still_moving", as)).message).toContain("“Agent”");

  // A deletion is decided at once, the runs follow all the same, and a team that has become full takes them.
  await service.ok(deleteAgent, { params: { agent_id: agent } }, neighbour);
  const { rows: limits } = await service.pool.query(
    "update storage_limits l set bytes = 1 from storage_limits o where l.scope = 'team' and o.scope = l.scope returning o.bytes",
  );
  await goOn();
  expect(await ended(agent)).toMatchObject({ status: "done", runs: { done: 1001, left: 0 }, cases: { total: 2, done: 2 }, error: null });
  await service.pool.query("update storage_limits set bytes = $1 where scope = 'team'", [limits[0].bytes]);
  expect((await service.ok(getRunDetails, left, neighbour)).run).toMatchObject({ agent_deleted: true, sandbox_id: sandbox });
  expect(
    (await service.ok(listSandboxFiles, { params: { sandbox_id: sandbox }, query: { path: "/workspace" } }, neighbour)).files,
  ).toHaveLength(1);
  expect((await service.ok(listCaseRuns, { params: { case_id: attached } }, neighbour)).runs).toHaveLength(1);
  const { rows } = await service.pool.query(
    `select (select agent_id from cases where id = $1) as agent_id, (select team_id from case_attachments where case_id = $2) as team_id,
       array(select distinct team_id from builder_runs where agent_id = $3) as generations`,
    [assigned, attached, agent],
  );
  expect(rows).toEqual([{ agent_id: null, team_id: service.neighbourTeamId, generations: [service.neighbourTeamId] }]);
  expect([await totalOf(agent, service.teamId), await totalOf(agent, service.neighbourTeamId)]).toEqual([0, 1002]);
  expect([await miscounted(service.pool), await miscountedBytes(service.pool)]).toEqual([[], []]);
});

test("a run that the store refuses stays in its team, and totals count it there", async () => {
  const { id: agent } = await agentWith(service, scripted("say Done"));
  const first = await startRunOf(service, agent);
  await settled(service, first);
  const [poor = ""] = await copyRuns(service.pool, first, 600, "completed");
  await service.pool.query(`create function refuse_poor() returns trigger language plpgsql as $$ begin
    if new.id = '${poor}' then raise exception 'refused' using errcode = '23514'; end if; return new; end $$`);
  await service.pool.query("create trigger refuse_poor before update on runs for each row execute function refuse_poor()");
  await service.ok(moveAgent, move(agent, service.neighbourTeamId), as);
  expect(await ended(agent)).toMatchObject({
    status: "failed",
    runs: { total: 601, done: 600, failed: 1, left: 0 },
    failed_run_ids: [poor],
    error: expect.stringContaining("They stay in the team where they were."),
  });
  await service.pool.query("drop function refuse_poor() cascade");
  expect((await service.ok(getRunDetails, { params: { run_id: poor } })).run.team_id).toBe(service.teamId);
  expect([await totalOf(agent, service.teamId), await totalOf(agent, service.neighbourTeamId)]).toEqual([1, 600]);
  // Back again: it is with the others then.
  await service.ok(moveAgent, move(agent, service.teamId), as);
  expect(await ended(agent)).toMatchObject({ status: "done", runs: { total: 600, done: 600 } });
  expect(await totalOf(agent, service.teamId)).toBe(601);
  expect(await miscounted(service.pool)).toEqual([]);
});
