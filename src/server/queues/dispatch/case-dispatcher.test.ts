import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deleteAgent } from "#contract/agents/agents.ts";
import { createRevision, promoteRevision } from "#contract/agents/revisions.ts";
import { removeRevisionIntegration } from "#contract/agents/slots.ts";
import { updateCase } from "#contract/queues/cases.ts";
import { bulkReprocessCases, bulkUpdateCaseStatus } from "#contract/queues/case-bulk.ts";
import {
  createAgentCaseTrigger,
  deleteAgentCaseTrigger,
  getAgentCaseTrigger,
  listAgentCaseTriggers,
  previewAgentCaseTriggerConflicts,
  updateAgentCaseTrigger,
} from "#contract/queues/case-triggers.ts";
import { deleteQueue, getQueue, listQueueAgents } from "#contract/queues/queues.ts";
import { listTeamRuns, stopRun } from "#contract/runs/runs.ts";
import { agentWith, scripted } from "#server/testing/agents.ts";
import { addCases, agentOn, caseOf, queueIn, storyOf } from "#server/testing/cases.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const absent = "00000000-0000-7000-8000-000000000000";
const counts = async (queue_id: string) => (await service.ok(getQueue, { params: { queue_id } })).queue.case_counts;
async function settledCounts(queueId: string, expected: object): Promise<void> {
  await expect.poll(() => counts(queueId)).toMatchObject(expected);
}
const trigger = async (agent_id: string, case_queue_id: string, more: { enabled?: boolean; concurrency?: 1 } = {}) =>
  (await service.ok(createAgentCaseTrigger, { params: { agent_id }, body: { case_queue_id, enabled: true, ...more } })).case_trigger;
const worker = (queue: string, ...steps: string[]) => agentOn(service, scripted("call claim_case {}", ...steps), { consumes: [queue] });
const runsOf = async (agentId: string) =>
  (
    await service.pool.query(
      "select id, status, source, title, case_queue_item_id, user_id from runs where agent_id = $1 order by run_number",
      [agentId],
    )
  ).rows;

describe("a case trigger", () => {
  test("starts one run for each case, in the order that cases are taken", async () => {
    const queue = await queueIn(service);
    const { id: agent } = await worker(queue, "call complete_case {}");
    const cases = await addCases(
      service,
      queue,
      ...Array.from({ length: 60 }, (_, i) => ({ title: `Case ${i}`, priority: i % 2 ? ("high" as const) : ("none" as const) })),
    );
    await trigger(agent, queue);
    await settledCounts(queue, { pending: 0, in_progress: 0, completed: 60, failed: 0 });
    // A case is completed before its run is.
    await expect.poll(async () => (await runsOf(agent))[0]?.status).toBe("completed");
    const runs = await runsOf(agent);
    const wanted = [...cases.filter((_, i) => i % 2), ...cases.filter((_, i) => i % 2 === 0)];
    expect(runs.map((run) => run.case_queue_item_id)).toEqual(wanted);
    expect(runs[0]).toMatchObject({ status: "completed", source: "case_trigger", title: "Case 1", user_id: service.ids.owner });
    const { queue: named } = await service.ok(getQueue, { params: { queue_id: queue } });
    const { data } = await service.ok(listTeamRuns, { params: { teamId: service.teamId }, query: { agent_id: agent, limit: 1 } });
    expect(data).toMatchObject([{ case_queue_item_id: wanted.at(-1), case_queue_name: named.name, case_title: "Case 58" }]);
    await addCases(service, queue, { title: "One more" });
    await settledCounts(queue, { completed: 61 });
  });

  test("of concurrency one has one case at work, also while that waits for a person", async () => {
    const queue = await queueIn(service);
    const { id: agent } = await worker(queue, 'approve "Go on?"', "call complete_case {}");
    await trigger(agent, queue, { concurrency: 1 });
    const [, second = ""] = await addCases(service, queue, { title: "A" }, { title: "B" });
    await settledCounts(queue, { needs_input: 1, pending: 1 });
    const { consumers } = await service.ok(listQueueAgents, { params: { queue_id: queue } });
    expect(consumers).toMatchObject([
      { agent_id: agent, case_trigger_enabled: true, concurrency_limit: 1, at_concurrency_limit: true, problems: [] },
    ]);
    const [first] = await runsOf(agent);
    await service.ok(stopRun, { params: { run_id: first.id } });
    await settledCounts(queue, { needs_input: 1, pending: 0, failed: 1 });
    expect(await runsOf(agent)).toHaveLength(2);
    // The second run still waits for an answer, but no longer has a case.
    await service.ok(updateCase, { params: { case_id: second }, body: { status: "canceled" } });
    await addCases(service, queue, { title: "C" });
    await settledCounts(queue, { needs_input: 1, pending: 0, canceled: 1 });
    expect(await runsOf(agent)).toHaveLength(3);
  });

  test("without room is not asked for: others start while somebody holds its agent", async () => {
    const [full, other] = [await queueIn(service), await queueIn(service)];
    const { id: busy } = await worker(full, 'approve "Go on?"', "call complete_case {}");
    await trigger(busy, full, { concurrency: 1 });
    await addCases(service, full, { title: "A" }, { title: "B" });
    await settledCounts(full, { needs_input: 1, pending: 1 });
    const { id: idle } = await worker(other, "call complete_case {}");
    await trigger(idle, other);
    const holder = await service.pool.connect();
    try {
      await holder.query("begin");
      await holder.query("select from agents where id = $1 for update", [busy]);
      await addCases(service, other, { title: "C" });
      await settledCounts(other, { pending: 0, completed: 1 });
    } finally {
      await holder.query("rollback");
      holder.release();
    }
    await service.ok(bulkUpdateCaseStatus, { params: { queue_id: full }, body: { all_matching: true, status: "canceled" } });
  });

  test("that names no number goes on past twenty questions: a run that waits for a person holds no place", async () => {
    const queue = await queueIn(service);
    const { id: agent } = await worker(queue, 'approve "Go on?"', "call complete_case {}");
    await addCases(service, queue, ...Array.from({ length: 25 }, (_, i) => ({ title: `Case ${i}` })));
    await trigger(agent, queue);
    await settledCounts(queue, { needs_input: 25, pending: 0 });
    const { consumers } = await service.ok(listQueueAgents, { params: { queue_id: queue } });
    expect(consumers).toMatchObject([{ concurrency_limit: 20, at_concurrency_limit: false }]);
    await service.ok(bulkUpdateCaseStatus, { params: { queue_id: queue }, body: { all_matching: true, status: "canceled" } });
  });

  test("of an agent that takes no cases from the queue fails every case, and says why", async () => {
    const queue = await queueIn(service);
    const { id: agent } = await agentWith(service, scripted("call claim_case {}"));
    await trigger(agent, queue);
    const [caseId = ""] = await addCases(service, queue, { title: "A" });
    await settledCounts(queue, { failed: 1 });
    expect(await storyOf(service, caseId)).toEqual(["created", "failed: The run ended without closing the case."]);
    expect((await caseOf(service, caseId)).case.claimed_by_run_id).toBeNull();
  });

  test("that is disabled starts nothing but what a person gives its agent by name", async () => {
    const queue = await queueIn(service);
    const { id: agent } = await worker(queue, "call complete_case {}");
    await trigger(agent, queue, { enabled: false });
    const [kept = "", given = ""] = await addCases(service, queue, { title: "Kept" }, { title: "Given" });
    await service.ok(bulkReprocessCases, { params: { queue_id: queue }, body: { case_ids: [given], agent_id: agent } });
    await settledCounts(queue, { pending: 1, completed: 1 });
    expect((await caseOf(service, kept)).case.status).toBe("pending");
    expect((await caseOf(service, given)).case.status).toBe("completed");
  });

  test("is disabled when the live revision no longer takes cases from the queue, and gone with its queue", async () => {
    const queue = await queueIn(service);
    const { id: agent_id } = await worker(queue, "call complete_case {}");
    const { id: trigger_id } = await trigger(agent_id, queue);
    const get = () => service.ok(getAgentCaseTrigger, { params: { agent_id, trigger_id } });
    const { build } = await service.ok(createRevision, { params: { agent_id }, body: { name: "Without" } });
    const { rows } = await service.pool.query("select integration_id from revision_slots where build_id = $1", [build.id]);
    const slot = { agent_id, build_id: build.id, integration_id: rows[0].integration_id };
    await service.ok(removeRevisionIntegration, { params: slot });
    expect((await get()).case_trigger.enabled).toBe(true);
    await service.ok(promoteRevision, { params: { build_id: build.id }, body: {} });
    expect((await get()).case_trigger.enabled).toBe(false);
    await service.ok(deleteQueue, { params: { queue_id: queue } });
    expect((await service.ok(listAgentCaseTriggers, { params: { agent_id } })).case_triggers).toEqual([]);
  });
});

test("people who take all cases back while agents work on them leave every number as it is stored", async () => {
  const queue = await queueIn(service);
  const { id: agent } = await worker(queue, 'call update_case {"title": "Seen"}', "call complete_case {}");
  const cases = await addCases(service, queue, ...Array.from({ length: 40 }, (_, i) => ({ title: `Case ${i}` })));
  const { id: trigger_id } = await trigger(agent, queue);
  for (let round = 0; round < 6; round++) {
    const body = { all_matching: true, status: round % 2 ? ("canceled" as const) : ("pending" as const) };
    const { updatedCount, skippedCount } = await service.ok(bulkUpdateCaseStatus, { params: { queue_id: queue }, body });
    expect(updatedCount + skippedCount).toBe(40);
  }
  await service.ok(updateAgentCaseTrigger, { params: { agent_id: agent, trigger_id }, body: { enabled: false } });
  await expect
    .poll(async () => (await runsOf(agent)).every((run) => ["completed", "failed", "interrupted"].includes(run.status)))
    .toBe(true);
  const { rows } = await service.pool.query("select state, count(*)::int as n from cases where queue_id = $1 group by state", [queue]);
  const stored = Object.fromEntries(rows.map((row) => [row.state, row.n]));
  expect(Object.entries(await counts(queue)).filter(([, n]) => n > 0)).toEqual(expect.arrayContaining(Object.entries(stored)));
  expect(rows.reduce((sum, row) => sum + row.n, 0)).toBe(cases.length);
  // Nobody owns a case that is not being worked on.
  const { rows: owned } = await service.pool.query(
    "select 1 from cases c join runs r on r.id = c.run_id where c.queue_id = $1 and c.state in ('pending', 'in_progress', 'needs_input')",
    [queue],
  );
  expect(owned).toEqual([]);
});

test("a case trigger is one of an agent, says who is in its way, and is changed by whoever may", async () => {
  const queue = await queueIn(service);
  const other = await queueIn(service);
  const { id: first } = await worker(queue);
  const { id: second } = await worker(queue);
  const made = await trigger(first, queue);
  expect(made).toMatchObject({
    case_queue_id: queue,
    user_id: service.ids.owner,
    creator_display_name: "owner",
    concurrency: null,
    can_disable: true,
    has_conflict: false,
  });
  const body = { case_queue_id: queue, enabled: true };
  await service.fails(createAgentCaseTrigger, { params: { agent_id: first }, body }, "has_trigger");
  const [params, nowhere] = [{ agent_id: second }, { case_queue_id: absent }];
  await service.fails(createAgentCaseTrigger, { params, body: { ...body, ...nowhere } }, "invalid_request");
  await service.fails(previewAgentCaseTriggerConflicts, { params, query: nowhere }, "invalid_request");
  const preview = await service.ok(previewAgentCaseTriggerConflicts, { params: { agent_id: second }, query: { case_queue_id: queue } });
  expect(preview).toEqual({ has_conflict: true, conflicting_agents: [{ id: first, name: "Agent" }], waiting_cases: 0 });
  const crowded = await queueIn(service);
  const [mine = ""] = await addCases(service, crowded, { title: "Mine" }, { title: "For anybody" }, { title: "For another one" });
  await service.pool.query(
    "update cases set agent_id = case when id = $1 then $2::uuid else $3 end where queue_id = $4 and title <> 'For anybody'",
    [mine, second, first, crowded],
  );
  const ahead = await service.ok(previewAgentCaseTriggerConflicts, { params: { agent_id: second }, query: { case_queue_id: crowded } });
  expect(ahead).toEqual({ has_conflict: false, conflicting_agents: [], waiting_cases: 2 });
  const rival = await trigger(second, queue);
  expect(rival).toMatchObject({ has_conflict: true, conflicting_agents: [{ id: first }] });
  const { consumers } = await service.ok(listQueueAgents, { params: { queue_id: queue } });
  expect(consumers.map((agent) => agent.problems)).toEqual([["multiple_triggers"], ["multiple_triggers"]]);
  const one = { params: { agent_id: first, trigger_id: made.id } };
  expect((await service.ok(listAgentCaseTriggers, { params: { agent_id: first } }, { as: "member" })).case_triggers[0]?.can_disable).toBe(
    false,
  );
  await service.fails(updateAgentCaseTrigger, { ...one, body: { enabled: false } }, "forbidden", { as: "builder" });
  await service.fails(deleteAgentCaseTrigger, one, "forbidden", { as: "builder" });
  await service.fails(createAgentCaseTrigger, { params: { agent_id: first }, body }, "forbidden", { as: "builder" });
  const changed = await service.ok(updateAgentCaseTrigger, { ...one, body: { case_queue_id: other, concurrency: 1 } }, { as: "manager" });
  expect(changed.case_trigger).toMatchObject({ case_queue_id: other, concurrency: 1, enabled: true, has_conflict: false });
  await service.fails(getAgentCaseTrigger, { params: { agent_id: second, trigger_id: made.id } }, "not_found");
  await service.ok(deleteAgentCaseTrigger, one);
  await service.fails(getAgentCaseTrigger, one, "not_found");
  await service.ok(deleteAgent, { params: { agent_id: second } });
  expect((await service.pool.query("select 1 from case_triggers where agent_id = $1", [second])).rows).toEqual([]);
});
