import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deleteAgent, getAgent } from "#contract/agents/agents.ts";
import { createAutomation, deleteAutomation, restoreAutomation } from "#contract/agents/automations.ts";
import { addAutomationAgent } from "#contract/agents/automation-members.ts";
import { getCase } from "#contract/queues/cases.ts";
import { deleteQueue, getQueue } from "#contract/queues/queues.ts";
import { findTeamCases } from "#contract/queues/team-cases.ts";
import { getRunDetails } from "#contract/runs/runs.ts";
import { type TeamJob, getTeamJob, listTeamJobs } from "#contract/runs/team-jobs.ts";
import { agentWith, messagesOf, scripted, settled, startRunOf } from "#server/testing/agents.ts";
import { addCases, queueIn } from "#server/testing/cases.ts";
import { copyRuns } from "#server/testing/many-runs.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const team = () => ({ teamId: service.teamId });
const jobsOf = async (subject_id: string) => (await service.ok(listTeamJobs, { params: team(), query: { subject_id } })).jobs;
const statuses = async (agentId: string) =>
  (await service.pool.query("select status, count(*)::int as n from runs where agent_id = $1 group by 1 order by 1", [agentId])).rows;

async function ended(subjectId: string): Promise<TeamJob> {
  const [job] = await jobsOf(subjectId);
  if (!job) throw new Error("There is no job.");
  for (;;) {
    const { job: now } = await service.ok(getTeamJob, { params: { ...team(), job_id: job.id } });
    const { total, done, failed, left } = now.runs;
    expect(done + failed + left).toBe(total);
    if (now.status !== "running") return now;
    await sleep(10);
  }
}
/** Keeps every job from going on until the returned function is called. */
async function heldBack(runIds: readonly string[]): Promise<() => Promise<void>> {
  const other = await service.pool.connect();
  await other.query("begin");
  await other.query("select 1 from runs where id = any($1) for update", [runIds]);
  return async () => {
    await other.query("rollback");
    other.release();
  };
}

describe("deleting an agent with more runs than one answer can stop", () => {
  test("is done at once, and a job interrupts its runs as any stop does", async () => {
    const { id: agent } = await agentWith(service, scripted("ask Which month?", "say Done"));
    const asking = await startRunOf(service, agent, { webhook_url: "https://hooks.invalid/caseload" });
    await settled(service, asking);
    const copies = await copyRuns(service.pool, asking, 600, "pending");
    // What the first portion takes first.
    const letGo = await heldBack(copies.toSorted().slice(0, 1));
    await service.ok(deleteAgent, { params: { agent_id: agent } });
    await service.fails(getAgent, { params: { agent_id: agent } }, "not_found");
    const [running] = await jobsOf(agent);
    expect(running).toMatchObject({
      kind: "agent_deleted",
      subject_name: "Agent",
      status: "running",
      runs: { total: 601, failed: 0 },
      cases: { total: 0, left: 0 },
      started_by_user_id: service.ids.owner,
    });
    // Workers pass over them, and take others.
    await service.pool.query("update runs set next_attempt_at = null where id = any($1)", [copies.toSorted().slice(1)]);
    await settled(service, await startRunOf(service, (await agentWith(service, scripted("say Done"))).id));
    await letGo();
    expect(await ended(agent)).toMatchObject({ status: "done", runs: { done: 601, left: 0 }, failed_run_ids: [], error: null });
    expect(await statuses(agent)).toEqual([{ status: "interrupted", n: 601 }]);
    // No worker had taken one of them.
    expect((await service.pool.query("select 1 from runs where id = any($1) and lease > 0", [copies])).rowCount).toBe(0);
    const last = (await messagesOf(service, asking)).slice(-2);
    expect(last.map((message) => message.tool_result?.error ?? message.text_content)).toEqual([
      "The run was stopped before this call had a result.",
      "The agent was deleted.",
    ]);
    const left = () =>
      service.pool.query(
        `select (select count(*)::int from webhook_deliveries where event = 'run_interrupted' and run_id = any($2)) as told,
         (select count(*)::int from human_requests where run_id = $1 and cancelled_at is null) as asked,
         (select count(*)::int from runs r where id = any($2) and (completed_at is null or message_count <> (select count(*) from run_messages m where m.run_id = r.id))) as odd`,
        [asking, [asking, ...copies]],
      );
    // What is told follows from the events of the stops.
    await expect.poll(async () => (await left()).rows).toEqual([{ told: 601, asked: 0, odd: 0 }]);
  });

  test("leaves behind what the store refuses, and says so", async () => {
    const { id: agent } = await agentWith(service, scripted("ask Which month?"));
    const asking = await startRunOf(service, agent);
    await settled(service, asking);
    const [poor = ""] = await copyRuns(service.pool, asking, 300, "pending");
    await service.pool.query(`create function refuse_poor() returns trigger language plpgsql as $$ begin
      if new.id = '${poor}' then raise exception 'refused' using errcode = '23514'; end if; return new; end $$`);
    await service.pool.query("create trigger refuse_poor before update on runs for each row execute function refuse_poor()");
    try {
      await service.ok(deleteAgent, { params: { agent_id: agent } });
      expect(await ended(agent)).toMatchObject({
        status: "failed",
        runs: { total: 301, done: 300, failed: 1, left: 0 },
        failed_run_ids: [poor],
        error: expect.stringContaining("Open each one and stop it"),
      });
    } finally {
      await service.pool.query("drop trigger refuse_poor on runs");
    }
    // Its agent is gone: it waits for a person, and no worker takes it.
    service.app.services.engine.wakeRuns();
    await settled(service, await startRunOf(service, (await agentWith(service, scripted("say Done"))).id));
    expect((await service.ok(getRunDetails, { params: { run_id: poor } })).run.status).toBe("pending");
  });
});

test("an agent with many assigned cases is gone at once, and others may take the cases once they are let go", async () => {
  const { id: agent } = await agentWith(service, scripted("say Done"));
  const queue = await queueIn(service);
  const [first = ""] = await addCases(service, queue, { title: "First" });
  await service.pool.query(
    "insert into cases (id, queue_id, title, data, state, priority, agent_id) select gen_random_uuid(), queue_id, title, data, 'completed', priority, $2 from cases, generate_series(1, 1500) where id = $1",
    [first, agent],
  );
  await service.ok(deleteAgent, { params: { agent_id: agent } });
  await service.fails(getAgent, { params: { agent_id: agent } }, "not_found");
  expect(await ended(agent)).toMatchObject({
    kind: "agent_deleted",
    status: "done",
    runs: { total: 0 },
    cases: { total: 1500, done: 1500, left: 0 },
  });
  const { rows } = await service.pool.query("select count(*)::int as n, count(agent_id)::int as assigned from cases where queue_id = $1", [
    queue,
  ]);
  expect(rows).toEqual([{ n: 1501, assigned: 0 }]);
});

test("a queue with many cases is gone at once, and its cases go in the background", async () => {
  const queue = await queueIn(service);
  const [first = ""] = await addCases(service, queue, { title: "First" });
  await service.pool.query(
    "insert into cases (id, queue_id, title, data, state, priority) select gen_random_uuid(), queue_id, title, data, state, priority from cases, generate_series(1, 2499) where id = $1",
    [first],
  );
  expect(await service.ok(deleteQueue, { params: { queue_id: queue } })).toEqual({
    success: true,
    deleted_case_count: 2500,
    interrupted_run_ids: [],
  });
  await service.fails(getQueue, { params: { queue_id: queue } }, "not_found");
  await service.fails(getCase, { params: { case_id: first } }, "not_found");
  const listed = await service.ok(findTeamCases, { params: team(), query: { limit: 50, search: "First" } });
  expect(listed.cases.filter((one) => one.queue_id === queue)).toEqual([]);
  expect(await ended(queue)).toMatchObject({ kind: "queue_deleted", status: "done", cases: { total: 2500, done: 2500, left: 0 } });
  expect((await service.pool.query("select 1 from cases where queue_id = $1", [queue])).rowCount).toBe(0);
});

test("an automation comes back once its runs are stopped", async () => {
  const { automation } = await service.ok(createAutomation, { params: team(), body: { name: "Refunds" } });
  const { id: agent } = await agentWith(service, scripted("ask Which month?"));
  await service.ok(addAutomationAgent, { params: { automation_id: automation.id }, body: { agent_id: agent } });
  const asking = await startRunOf(service, agent);
  await settled(service, asking);
  await copyRuns(service.pool, asking, 300, "waiting");
  const letGo = await heldBack([asking]);
  await service.ok(deleteAutomation, { params: { automation_id: automation.id } });
  const restore = { params: { ...team(), automation_id: automation.id } };
  await service.fails(restoreAutomation, restore, "still_stopping");
  await letGo();
  expect(await ended(automation.id)).toMatchObject({ kind: "automation_deleted", status: "done", runs: { done: 301 } });
  await service.ok(restoreAutomation, restore);
  expect(await statuses(agent)).toEqual([{ status: "interrupted", n: 301 }]);
  expect(await jobsOf(automation.id)).toEqual([]);
});

test("a job of a kind that only a later version knows leaves the others readable", async () => {
  const plant = async (kind: string) => {
    const { rows } = await service.pool.query(
      `insert into team_jobs (id, team_id, kind, subject_id, subject_name, agent_ids, queue_ids, status, runs)
       values (gen_random_uuid(), $1, $2, '5b1f0c2e-0000-4000-8000-00000000000f', 'Later', '{}', '{}', 'done', 0) returning id, subject_id`,
      [service.teamId, kind],
    );
    return rows[0] as { id: string; subject_id: string };
  };
  const known = await plant("agent_deleted");
  const later = await plant("something_else");
  expect((await jobsOf(known.subject_id)).map(({ id }) => id)).toEqual([known.id]);
  // Alone it is not readable, and says so.
  const answer = await service.call(getTeamJob, { params: { ...team(), job_id: later.id } });
  expect([answer.status, answer.error?.error]).toEqual([500, "internal"]);
});
