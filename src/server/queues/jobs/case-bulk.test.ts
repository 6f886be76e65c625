import { afterAll, beforeAll, expect, test } from "vitest";
import {
  bulkDelegateCases,
  bulkDeleteCases,
  bulkReprocessCases,
  bulkRetryCases,
  bulkUpdateCasePriority,
  bulkUpdateCaseStatus,
} from "#contract/queues/case-bulk.ts";
import { createCases, getCase, listCases } from "#contract/queues/cases.ts";
import { createQueue, getQueue } from "#contract/queues/queues.ts";
import { newId } from "#server/platform/db/columns.ts";
import { consumerOf } from "#server/gates/stage/cases.ts";
import { stageFor } from "#server/gates/stage/stage.ts";
import { agentWith, scripted } from "#server/testing/agents.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const of = (queue_id: string) => ({ params: { queue_id } });
const absent = "00000000-0000-7000-8000-000000000000";

async function queueWith(count: number): Promise<{ id: string; cases: string[] }> {
  const { queue } = await service.ok(createQueue, { params: { teamId: service.teamId }, body: { name: `Queue ${newId()}` } });
  return { id: queue.id, cases: await fill(queue.id, count) };
}
async function fill(queueId: string, count: number): Promise<string[]> {
  const cases = Array.from({ length: count }, (_, i) => ({ title: `Case ${i}`, labels: [{ value: i % 2 ? "odd" : "even" }] }));
  return (await service.ok(createCases, { ...of(queueId), body: { cases } })).added_cases.map((c) => c.id);
}

/** A run that has this case, put there by hand. */
async function runOn(caseId: string, status: "running" | "waiting"): Promise<string> {
  const agent = await agentWith(service, scripted("say Hello"));
  const runId = newId();
  await service.pool.query(
    `insert into runs (id, team_id, agent_id, build_id, user_id, status, source, title, run_number) values ($1, $2, $3, $4, $5, $6, 'api', 'Case', 7)`,
    [runId, service.teamId, agent.id, agent.buildId, service.ids.owner, status],
  );
  await service.pool.query("update cases set state = $3, run_id = $2, claimed_at = now() where id = $1", [
    caseId,
    runId,
    status === "waiting" ? "needs_input" : "in_progress",
  ]);
  return runId;
}
const stateOf = async (case_id: string) => (await service.ok(getCase, { params: { case_id } })).case;
const statusOf = async (runId: string) => (await service.pool.query("select status from runs where id = $1", [runId])).rows[0].status;
const counts = async (id: string) => (await service.ok(getQueue, of(id))).queue.case_counts;

test("a status is set by ids, and what was passed over is named with its reason", async () => {
  const { id, cases } = await queueWith(4);
  const [a = "", b = "", c = ""] = cases;
  const [working, waiting] = [await runOn(a, "running"), await runOn(b, "waiting")];
  const set = (case_ids: string[], status: "completed" | "pending") =>
    service.ok(bulkUpdateCaseStatus, { ...of(id), body: { case_ids, status } });
  expect(await set([a, b, a, absent], "completed")).toEqual({
    updatedCount: 2,
    skippedCount: 1,
    skipped: [{ case_id: absent, reason: "not_in_queue" }],
    interruptedRunIds: [working],
  });
  // What a person was asked stays answerable: that run waits on, without the case.
  expect([await statusOf(working), await statusOf(waiting)]).toEqual(["interrupted", "waiting"]);
  expect(await set([a, c], "completed")).toEqual({
    updatedCount: 1,
    skippedCount: 1,
    skipped: [{ case_id: a, reason: "unchanged" }],
    interruptedRunIds: [],
  });
  expect(await counts(id)).toMatchObject({ pending: 1, completed: 3 });
  // An id in capitals is the same id, and counts once.
  expect(await set([b.toUpperCase(), b], "pending")).toEqual({ updatedCount: 1, skippedCount: 0, skipped: [], interruptedRunIds: [] });
  expect(await stateOf(b.toUpperCase())).toMatchObject({ display_status: "pending", claimed_by_run_id: null, completed_at: null });
  for (const body of [{ status: "failed" as const }, { status: "failed" as const, case_ids: [a], all_matching: true }])
    await service.fails(bulkUpdateCaseStatus, { ...of(id), body }, "invalid_request");
});

test("everything that a filter shows is changed by one request, and the numbers add up", async () => {
  const { id } = await queueWith(100);
  for (let i = 0; i < 4; i++) await fill(id, 100);
  const odd = { all_matching: true, filters: { labels: { "": ["odd"] } } };
  expect(await service.ok(bulkUpdateCasePriority, { ...of(id), body: { ...odd, priority: "high" } })).toEqual({
    updatedCount: 250,
    skippedCount: 0,
    skipped: [],
  });
  const all = { all_matching: true, search: "case" };
  const { skipped, ...rest } = await service.ok(bulkUpdateCasePriority, { ...of(id), body: { ...all, priority: "high" } });
  expect(rest).toEqual({ updatedCount: 250, skippedCount: 250 });
  expect([new Set(skipped.map((one) => one.case_id)).size, new Set(skipped.map((one) => one.reason))]).toEqual([
    100,
    new Set(["unchanged"]),
  ]);
  expect((await service.ok(listCases, { ...of(id), query: { priority: "high" } })).total).toBe(500);
  const done = await service.ok(bulkUpdateCaseStatus, { ...of(id), body: { ...odd, status: "canceled" } });
  expect(done).toMatchObject({ updatedCount: 250, skippedCount: 0 });
  const gone = await service.ok(bulkDeleteCases, { ...of(id), body: { all_matching: true, filters: { status: ["canceled"] } } });
  expect(gone).toEqual({ deletedCount: 250, skippedCount: 0, skipped: [], interruptedRunIds: [] });
  expect(await counts(id)).toMatchObject({ pending: 250, canceled: 0 });
});

test("two who change and delete the same cases at once count each of them once", async () => {
  const { id, cases } = await queueWith(60);
  const body = { case_ids: cases };
  const [completed, deleted] = await Promise.all([
    service.ok(bulkUpdateCaseStatus, { ...of(id), body: { ...body, status: "completed" } }),
    service.ok(bulkDeleteCases, { ...of(id), body }),
    service.ok(bulkUpdateCasePriority, { ...of(id), body: { ...body, priority: "high" } }),
  ]);
  expect(deleted.deletedCount).toBe(60);
  expect(completed.updatedCount + completed.skippedCount).toBe(60);
  expect(Object.values(await counts(id)).every((n) => n === 0)).toBe(true);
});

test("cases are given again to an agent that takes cases from the queue, and to no other", async () => {
  const { queue_id, agent_id } = await consumerOf(stageFor(service));
  const [a = "", b = ""] = await fill(queue_id, 2);
  const run = await runOn(a, "waiting");
  const other = await agentWith(service, scripted("say Hello"));
  const give = { ...of(queue_id), body: { case_ids: [a, b] } };
  await service.fails(bulkReprocessCases, { ...give, body: { ...give.body, agent_id: other.id } }, "not_a_consumer");
  await service.fails(bulkReprocessCases, give, "not_a_consumer");
  await service.fails(bulkReprocessCases, { ...give, body: { ...give.body, agent_id: absent } }, "invalid_request");
  expect(await service.ok(bulkReprocessCases, { ...give, body: { case_ids: [a, b, absent], agent_id } })).toEqual({
    reprocessedCount: 2,
    delegatedCount: 2,
    retriedCount: 2,
    skippedCount: 1,
    skipped: [{ case_id: absent, reason: "not_in_queue" }],
    interruptedRunIds: [run],
  });
  const { events } = await service.ok(getCase, { params: { case_id: a } });
  expect(events.at(-1)).toMatchObject({ type: "reprocessed", agent_id, user_id: service.ids.owner });
});

test("the two operations that were merged into it lead there", async () => {
  const { id, cases } = await queueWith(1);
  const location = `/v2/queues/${id}/cases/bulk-reprocess`;
  const delegated = await service.call(bulkDelegateCases, { ...of(id), body: { case_ids: cases, agent_id: absent } });
  const retried = await service.call(bulkRetryCases, { ...of(id), body: { case_ids: cases } });
  for (const answer of [delegated, retried]) {
    expect([answer.status, answer.headers.get("location")]).toEqual([308, location]);
    expect(answer.ok).toEqual({ location });
  }
});
