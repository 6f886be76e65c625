import { afterAll, beforeAll, expect, test } from "vitest";
import {
  removeAutomationRevisionAgent,
  setAutomationRevisionAgent,
  setAutomationRevisionQueue,
} from "#contract/agents/automation-bindings.ts";
import { activateAutomationRevision, createAutomationRevision } from "#contract/agents/automation-revisions.ts";
import { createAutomation } from "#contract/agents/automations.ts";
import { addAutomationAgent } from "#contract/agents/automation-members.ts";
import { createAgent } from "#contract/agents/agents.ts";
import { createRevision } from "#contract/agents/revisions.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { listTeamJobs } from "#contract/runs/team-jobs.ts";
import { scripted } from "#server/testing/agents.ts";
import { addCases, agentOn, caseOf, storyOf } from "#server/testing/cases.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
  // Runs that cases start stay as a busy service leaves them: stored, and taken by no worker.
  await service.pool.query(`
    create function wait() returns trigger language plpgsql as $$ begin new.next_attempt_at := now() + interval '1 hour'; return new; end $$;
    create trigger wait before insert on runs for each row when (new.source = 'case_trigger') execute function wait()`);
});
afterAll(() => service.close());

const steps = (note: string) => scripted("call claim_case {}", `call complete_case {"note": "${note}"}`);

test("cases that no run has begun with go over to a revision when it is activated so, and only then", async () => {
  const team = { teamId: service.teamId };
  const { automation, revision_id } = await service.ok(createAutomation, { params: team, body: { name: "Refunds" } });
  const { id: automation_id } = automation;
  const { queue } = await service.ok(createQueue, { params: team, body: { name: "Refunds", automation_id } });
  const worker = await agentOn(service, steps("Old"), { consumes: [queue.id] });
  await service.ok(addAutomationAgent, { params: { automation_id }, body: { agent_id: worker.id } });
  const bind = (revision: string, build_id: string) =>
    service.ok(setAutomationRevisionAgent, {
      params: { automation_id, revision_id: revision, agent_id: worker.id },
      body: { build_id },
    });
  const activate = (revision: string, repin_pending_cases: boolean) =>
    service.ok(activateAutomationRevision, { params: { automation_id, revision_id: revision }, body: { repin_pending_cases } });
  const draft = async () => (await service.ok(createAutomationRevision, { params: { automation_id }, body: {} })).revision.id;
  const route = (revision: string, agent_id: string) =>
    service.ok(setAutomationRevisionQueue, {
      params: { automation_id, revision_id: revision, case_queue_id: queue.id },
      body: { agent_id },
    });
  await bind(revision_id, worker.buildId);
  await route(revision_id, worker.id);
  await activate(revision_id, false);

  const cases = await addCases(service, queue.id, { title: "A" }, { title: "B" });
  const builds = async (agent = worker) =>
    (await service.pool.query("select build_id from runs where agent_id = $1 and status = 'pending'", [agent.id])).rows.map(
      (row) => row.build_id,
    );
  await expect.poll(() => builds()).toEqual([worker.buildId, worker.buildId]);

  const { build } = await service.ok(createRevision, { params: { agent_id: worker.id }, body: { name: "Better", config: steps("New") } });
  const next = await draft();
  await bind(next, build.id);
  await activate(next, false);
  expect(await builds()).toEqual([worker.buildId, worker.buildId]);
  await activate(revision_id, false);
  await activate(next, true);
  expect(await builds()).toEqual([build.id, build.id]);

  const [first = "", second = ""] = cases;
  await service.pool.query("update runs set next_attempt_at = null where case_queue_item_id = $1", [first]);
  service.app.services.engine.wakeCases();
  await expect.poll(() => storyOf(service, first)).toEqual(["created", "claimed", "completed: New"]);

  const other = await agentOn(service, steps("Other"), { consumes: [queue.id] });
  await service.ok(addAutomationAgent, { params: { automation_id }, body: { agent_id: other.id } });
  const elsewhere = await draft();
  await service.ok(setAutomationRevisionAgent, {
    params: { automation_id, revision_id: elsewhere, agent_id: other.id },
    body: { build_id: other.buildId },
  });
  await route(elsewhere, other.id);
  await activate(elsewhere, true);
  expect(await builds()).toEqual([]);
  await expect.poll(() => builds(other)).toEqual([other.buildId]);
  await activate(next, true);
  await expect.poll(() => builds()).toEqual([build.id]);

  const without = await draft();
  await service.ok(removeAutomationRevisionAgent, { params: { automation_id, revision_id: without, agent_id: worker.id } });
  await activate(without, true);
  expect(await builds()).toEqual([]);
  expect(await storyOf(service, second)).toEqual([
    "created",
    ...Array.from({ length: 3 }, () => "released: The active revision assigns it to another agent."),
  ]);
  expect((await caseOf(service, second)).case).toMatchObject({ status: "pending", claimed_by_run_id: null });
});

test("many cases that were assigned to an agent without a live revision are released by a job", async () => {
  const team = { teamId: service.teamId };
  const { automation, revision_id } = await service.ok(createAutomation, { params: team, body: { name: "Letters" } });
  const { id: automation_id } = automation;
  const { queue } = await service.ok(createQueue, { params: team, body: { name: "Letters", automation_id } });
  const { agent } = await service.ok(createAgent, { params: team, body: { name: "Idle", automation_id } });
  const [first = ""] = await addCases(service, queue.id, { title: "First" });
  await service.pool.query("update cases set agent_id = $2, assigned_by = $3 where id = $1", [first, agent.id, service.ids.owner]);
  await service.pool.query(
    `insert into cases (id, queue_id, title, data, state, priority, agent_id)
     select gen_random_uuid(), queue_id, 'Copy', data, state, priority, agent_id from cases, generate_series(1, 2200) where id = $1`,
    [first],
  );
  const params = { automation_id, revision_id };
  await service.ok(activateAutomationRevision, { params, body: { repin_pending_cases: true } });
  const jobs = async () => (await service.ok(listTeamJobs, { params: team, query: { subject_id: automation_id } })).jobs;
  await expect.poll(jobs).toMatchObject([
    {
      kind: "revision_activated",
      subject_name: "Letters",
      status: "done",
      runs: { total: 0 },
      cases: { total: 2201, done: 2201, left: 0 },
      started_by_user_id: service.ids.owner,
    },
  ]);
  const { rows } = await service.pool.query(
    "select count(*)::int as n from cases c where queue_id = $1 and agent_id is null and exists (select from case_events v where v.case_id = c.id and v.type = 'released')",
    [queue.id],
  );
  expect(rows).toEqual([{ n: 2201 }]);
});
