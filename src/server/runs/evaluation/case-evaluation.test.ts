import { LLMock } from "@copilotkit/aimock";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Config } from "#contract/agents/config.ts";
import { createRevision, promoteRevision, updateRevision } from "#contract/agents/revisions.ts";
import { getCaseEvaluation } from "#contract/queues/case-evaluations.ts";
import { countCases, listCases, updateCase } from "#contract/queues/cases.ts";
import {
  createCaseQueueEvalRubric,
  deleteCaseQueueEvalRubric,
  getCaseQueueEvalRubrics,
  replaceCaseQueueEvalRubrics,
} from "#contract/queues/queue-rubrics.ts";
import { getQueue } from "#contract/queues/queues.ts";
import { scripted, settled, startRunOf } from "#server/testing/agents.ts";
import { addCases, agentOn, caseOf, queueIn } from "#server/testing/cases.ts";
import { type TestService, startService } from "#server/testing/service.ts";

const provider = new LLMock({ port: 0, latency: 1 });
let service: TestService;
beforeAll(async () => {
  await provider.start();
  service = await startService({ env: { MODEL_BASE_URL: `${provider.url}/v1`, MODEL_API_KEY: "provider-key" } });
});
afterAll(async () => {
  await service.close();
  await provider.stop();
});

const rubricsOf = (queue_id: string) => service.ok(getCaseQueueEvalRubrics, { params: { queue_id } });
const evaluation = (case_id: string) => service.ok(getCaseEvaluation, { params: { case_id } });

/** Waits until somebody has judged the case, or could not. */
async function judged(caseId: string) {
  await expect.poll(async () => (await evaluation(caseId)).summary?.status).toMatch(/^(ready|unavailable)$/);
  return evaluation(caseId);
}

/** A queue and an agent that takes cases from it. */
async function worked(...steps: string[]) {
  const queue = await queueIn(service);
  const agent = await agentOn(service, scripted("call claim_case {}", ...steps), { consumes: [queue] });
  const work = async () => {
    const [caseId = ""] = await addCases(service, queue, { title: "Refund", data: "Paid twice" });
    await settled(service, await startRunOf(service, agent.id));
    return caseId;
  };
  return { queue, agent, work };
}

test("the first case that an agent settles begins the rubrics, and is judged by them", async () => {
  const { queue, work } = await worked(
    'rubric Names the month: contains "March"',
    'rubric Is polite: not contains "nonsense", low',
    "say It was nonsense",
    "call complete_case {}",
  );
  const caseId = await work();
  const found = await judged(caseId);
  expect(found).toMatchObject({ model: "scripted", evaluated_at: expect.any(String) });
  expect(found.verdicts.map((v) => [v.title, v.passed, v.severity, v.reason, v.active])).toEqual([
    ["Names the month", false, "medium", "The agent did not say “March”.", true],
    ["Is polite", false, "low", "The agent said “nonsense”.", true],
  ]);
  const summary = { status: "ready", passed: 0, total: 2, severityCounts: { critical: 0, medium: 1, low: 1 } };
  expect((await caseOf(service, caseId)).case).toMatchObject({ status: "completed", eval_summary: summary });
  const set = await rubricsOf(queue);
  expect(set).toMatchObject({ version: 1, generating: false, rubrics: [{ source: "generated" }, { source: "generated" }] });
  // What a person adds is judged from the next case on, what a person deletes is not any more, and verdicts outlive both.
  const body = { title: "Ends well", description: 'Is the case completed: ends as "completed"?' };
  await service.ok(createCaseQueueEvalRubric, { params: { queue_id: queue }, body });
  await service.ok(deleteCaseQueueEvalRubric, { params: { queue_id: queue, rubric_id: set.rubrics[0]?.id ?? "" } });
  const next = await judged(await work());
  expect(next.verdicts.map((v) => [v.title, v.passed])).toEqual([
    ["Is polite", false],
    ["Ends well", true],
  ]);
  expect((await evaluation(caseId)).verdicts.map((v) => [v.title, v.active])).toEqual([
    ["Names the month", false],
    ["Is polite", true],
  ]);
});

test("a case whose every verdict is in its favour is a success, another judged one is with issues, until it is opened again", async () => {
  const { queue, work } = await worked('rubric Ends well: ends as "completed"', "call complete_case {}");
  const [good, bad] = [await work(), await work()];
  expect((await judged(good)).verdicts).toMatchObject([{ title: "Ends well", passed: true }]);
  await judged(bad);
  const params = { queue_id: queue };
  /** Found by the filter, by a search with it, and counted: of the queue, and of what a search leaves. */
  const found = async (status: "success" | "issues" | "judged") => {
    const { cases, total } = await service.ok(listCases, { params, query: { status } });
    const searched = await service.ok(listCases, { params, query: { status, search: "refund" } });
    const { queue: counted } = await service.ok(getQueue, { params });
    const { counts } = await service.ok(countCases, { params, body: { search: "refund" } });
    expect(counts).toEqual(counted.case_counts);
    expect([total, searched.total, counts[status]]).toEqual([cases.length, cases.length, cases.length]);
    expect(counts.completed + counts.failed + counts.pending).toBe(2);
    expect((await service.ok(listCases, { params })).total).toBe(2);
    return cases.map((one) => one.id);
  };
  expect([await found("success"), await found("issues")]).toEqual([[bad, good], []]);
  await service.ok(updateCase, { params: { case_id: bad }, body: { status: "failed" } });
  await expect.poll(async () => (await judged(bad)).summary?.passed).toBe(0);
  expect([await found("success"), await found("issues"), await found("judged")]).toEqual([[good], [bad], [bad, good]]);
  // No case is found twice by two words that fit it.
  for (const [status, total] of [
    ["success,failed", 2],
    ["issues,failed", 1],
    ["judged,success", 2],
    ["issues,completed", 2],
  ] as const)
    expect(await service.ok(listCases, { params, query: { status } })).toMatchObject({ total, cases: { length: total } });
  const reopened = await service.ok(updateCase, { params: { case_id: good }, body: { status: "pending" } });
  // What was found before stands until it ends once more.
  expect(reopened.case.eval_summary).toMatchObject({ status: "ready", passed: 1 });
  expect([await found("success"), await found("judged")]).toEqual([[], [bad]]);
});

test("instructions without a rubric give none, and cases are evaluated once a person adds one", async () => {
  const { queue, work } = await worked("call complete_case {}");
  const caseId = await work();
  await expect.poll(async () => (await rubricsOf(queue)).version).toBe(1);
  await expect.poll(async () => (await caseOf(service, caseId)).case.eval_summary).toBeNull();
  expect(await rubricsOf(queue)).toMatchObject({ rubrics: [], generating: false });
  const { queue: counted } = await service.ok(getQueue, { params: { queue_id: queue } });
  expect(counted.case_counts).toMatchObject({ completed: 1, judged: 0, success: 0 });
  const body = { title: "Names the month", description: 'Does it name the month: contains "March"' };
  await service.ok(createCaseQueueEvalRubric, { params: { queue_id: queue }, body });
  expect((await judged(await work())).verdicts).toMatchObject([{ title: "Names the month", passed: false }]);
});

test("a case that no agent worked on, or whose work was stopped on purpose, is not judged", async () => {
  const { queue, work } = await worked('rubric Ends well: ends as "completed"', "call complete_case {}");
  const [untouched = ""] = await addCases(service, queue, { title: "Untouched" });
  await service.ok(updateCase, { params: { case_id: untouched }, body: { status: "completed" } });
  expect((await caseOf(service, untouched)).case.eval_summary).toBeNull();
  expect((await rubricsOf(queue)).version).toBeNull();
  const { work: stopped } = await worked('approve "Go on?"');
  const canceled = await stopped();
  await service.ok(updateCase, { params: { case_id: canceled }, body: { status: "canceled" } });
  await judged(await work());
  expect(await evaluation(canceled)).toEqual({ summary: null, wait: null, evaluated_at: null, model: null, verdicts: [] });
});

test("rubrics are made anew for changed instructions, except where people wrote all of them", async () => {
  const { queue, agent, work } = await worked('rubric Old: not contains "x"', "call complete_case {}");
  await judged(await work());
  const manual = { title: "Of a person", description: 'Is the case completed: ends as "completed"?' };
  await service.ok(createCaseQueueEvalRubric, { params: { queue_id: queue }, body: manual });
  const promote = async (...steps: string[]) => {
    const { build } = await service.ok(createRevision, { params: { agent_id: agent.id }, body: { name: "Next" } });
    await service.ok(updateRevision, { params: { build_id: build.id }, body: { config: scripted("call claim_case {}", ...steps) } });
    await service.ok(promoteRevision, { params: { build_id: build.id }, body: {} });
  };
  await promote('rubric New: not contains "y"', "call complete_case {}");
  expect((await judged(await work())).verdicts.map(({ title }) => title)).toEqual(["Of a person", "New"]);
  expect(await rubricsOf(queue)).toMatchObject({ version: 2 });
  await service.ok(replaceCaseQueueEvalRubrics, { params: { queue_id: queue }, body: { rubrics: [manual] } });
  await promote("call complete_case {}");
  expect((await judged(await work())).verdicts.map(({ title }) => title)).toEqual(["Of a person"]);
  expect(await rubricsOf(queue)).toMatchObject({ version: 3, rubrics: [{ title: "Of a person" }] });
});

test("a provider's model writes the rubrics and judges by them, reading what came in and what was said", async () => {
  const queue = await queueIn(service);
  const model: Config = { version: "v1", data: { model: "some-model", input: "You decide about refunds." } };
  const { id } = await agentOn(service, model, { consumes: [queue] });
  const call = (name: string, value: object) => ({ toolCalls: [{ name, arguments: JSON.stringify(value) }] });
  const rubric = { title: "Names the sum", description: "Does the decision name the sum that is paid back?" };
  provider.on({ userMessage: /"agents"/ }, call("give_rubrics", { rubrics: [rubric, { title: "x", description: "Too short." }] }));
  provider.on({ userMessage: /"rubrics"/ }, (request) => {
    const asked = JSON.parse(request.messages.at(-1)?.content as string) as { rubrics: { slug: string }[] };
    return call("give_verdicts", { verdicts: [{ rubric: asked.rubrics[0]?.slug, passed: true, reason: "12.50 is named." }] });
  });
  provider.on({ userMessage: "Go", sequenceIndex: 0 }, call("claim_case", {}));
  provider.on({ userMessage: "Go", sequenceIndex: 1 }, call("complete_case", {}));
  provider.on({ userMessage: "Go" }, { content: "12.50 are paid back." });
  const [caseId = ""] = await addCases(service, queue, { title: "Refund 4711", data: "Paid twice" });
  await settled(service, await startRunOf(service, id, { message: "Go" }));
  const found = await judged(caseId);
  expect(found).toMatchObject({ model: "some-model", summary: { status: "ready", passed: 1, total: 1 }, verdicts: [rubric] });
  const material = JSON.stringify(provider.getLastRequest()?.body);
  for (const words of ["Refund 4711", "Paid twice", "12.50 are paid back."]) expect(material).toContain(words);
});

test("without a model to ask a case is not judged, and says why", async () => {
  const bare = await startService({ env: { MODEL_JUDGE: "some-model" } });
  try {
    const queue = await queueIn(bare);
    const agent = await agentOn(bare, scripted("call claim_case {}", "call complete_case {}"), { consumes: [queue] });
    const [caseId = ""] = await addCases(bare, queue, { title: "Refund" });
    await settled(bare, await startRunOf(bare, agent.id));
    await expect
      .poll(async () => (await caseOf(bare, caseId)).case.eval_summary)
      .toMatchObject({ status: "unavailable", final_comment: expect.stringContaining("MODEL_BASE_URL") });
    // The version has begun: people can write what no model could.
    const body = { title: "Ends well", description: 'Is the case completed: ends as "completed"?' };
    await bare.ok(createCaseQueueEvalRubric, { params: { queue_id: queue }, body });
  } finally {
    await bare.close();
  }
});

test("what a judge found is written soon after a store takes writes again, however often it refused them", async () => {
  const { work } = await worked('rubric Is polite: not contains "nonsense", low', "say Done", "call complete_case {}");
  await service.pool.query(`
    create sequence refused;
    create function refuse_verdicts() returns trigger language plpgsql as $$ begin
      if nextval('refused') <= 3 then raise exception 'read only' using errcode = '25006'; end if;
      return new;
    end $$;
    create trigger refuse_verdicts before update on case_evaluations for each row when (new.status = 'ready') execute function refuse_verdicts()`);
  try {
    const caseId = await work();
    const found = await judged(caseId);
    expect(found.summary).toMatchObject({ status: "ready", passed: 1 });
    // Refusals of the store are no tries of the judge.
    const { rows } = await service.pool.query("select attempt from case_evaluations where case_id = $1", [caseId]);
    expect(rows).toEqual([{ attempt: 1 }]);
  } finally {
    await service.pool.query("drop trigger refuse_verdicts on case_evaluations");
  }
});

test("a case is judged soon after a store takes writes again that did not even take it back from its judge", async () => {
  const { work } = await worked('rubric Is polite: not contains "nonsense", low', "say Done", "call complete_case {}");
  // From the first thing that a judge found on, nothing is written.
  await service.pool.query(`
    create sequence found; create sequence denied; create sequence opened;
    create function refuse_all() returns trigger language plpgsql as $$ begin
      if new.status = 'ready' then perform nextval('found'); end if;
      if (select is_called from found) and not (select is_called from opened) then
        perform nextval('denied');
        raise exception 'read only' using errcode = '25006';
      end if;
      return new;
    end $$;
    create trigger refuse_all before update on case_evaluations for each row execute function refuse_all()`);
  try {
    const caseId = await work();
    const denied = async () => Number((await service.pool.query("select last_value from denied")).rows[0].last_value);
    // The verdict, and the row that is given back for it, more than once.
    await expect.poll(denied).toBeGreaterThan(2);
    await service.pool.query("select nextval('opened')");
    const found = await judged(caseId);
    expect(found.summary).toMatchObject({ status: "ready", passed: 1 });
    const { rows } = await service.pool.query("select attempt from case_evaluations where case_id = $1", [caseId]);
    expect(rows).toEqual([{ attempt: 1 }]);
  } finally {
    await service.pool.query("drop trigger refuse_all on case_evaluations");
  }
});
