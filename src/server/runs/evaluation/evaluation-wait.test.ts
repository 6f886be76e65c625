import { afterAll, beforeAll, expect, it } from "vitest";
import { replaceEvalRubrics } from "#contract/agents/eval-rubrics.ts";
import { getCaseEvaluation } from "#contract/queues/case-evaluations.ts";
import { getRunEvaluation } from "#contract/runs/evaluations.ts";
import { agentWith, scripted, settled, startRunOf } from "#server/testing/agents.ts";
import { addCases, agentOn, queueIn } from "#server/testing/cases.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { ModelFault, type ModelPort } from "#server/engine/models/port.ts";

let service: TestService;
/** What the judge does with the work whose material names it: how long it thinks, and how it ends. */
const scenes = new Map<string, { until: Promise<void>; fault?: ModelFault }>();
const judge: ModelPort = {
  async *answer({ turns, tools }) {
    // The first case of a queue has its rubrics written.
    if (tools[0]?.name === "give_rubrics") throw busy();
    const material = turns[0]?.role === "user" ? turns[0].text : "";
    const scene = [...scenes].find(([name]) => material.includes(name))?.[1];
    await scene?.until;
    if (scene?.fault) throw scene.fault;
    const { rubrics = [] } = JSON.parse(material) as { rubrics?: { slug: string }[] };
    const verdicts = rubrics.map(({ slug }) => ({ rubric: slug, passed: true, reason: "It is." }));
    yield { type: "call", id: "1", name: "give_verdicts", arguments: { verdicts } };
  },
};
beforeAll(async () => {
  service = await startService({ env: { MODEL_JUDGE: "strict", MODEL_JUDGES: "1" }, engine: { models: { strict: judge } } });
});
afterAll(() => service.close());

const reason = "The model provider answered 429: Slow down.";
const busy = () => new ModelFault("provider_unavailable", reason, { transient: true, retryAfterMs: 100_000 });
const retry = { for: "retry", model: "strict", attempt: 1, attempts: 4, reason };
const rubrics = [{ title: "Is kind", description: "Is the letter kind to its reader?" }];

it("says that the evaluation of a run waits for a place, for its model, and for the next try", async () => {
  const goesOn = Promise.withResolvers<void>();
  scenes.set("first letter", { until: goesOn.promise, fault: busy() });
  const second = Promise.withResolvers<void>();
  scenes.set("second letter", { until: second.promise });
  const { id: agentId } = await agentWith(service, scripted("say Written"));
  await service.ok(replaceEvalRubrics, { params: { agentId }, body: { rubrics } });
  const evaluate = async (message: string) => {
    const runId = await startRunOf(service, agentId, { message });
    await settled(service, runId);
    return () => service.ok(getRunEvaluation, { params: { agentId, runId } });
  };
  const first = await evaluate("first letter");
  await expect.poll(async () => (await first()).wait).toMatchObject({ for: "answer", model: "strict" });
  const { wait } = await first();
  if (wait?.for !== "answer") throw new Error("It asks no model.");
  expect(Date.parse(wait.asked_again_at) - Date.parse(wait.since)).toBe(150_000);
  const other = await evaluate("second letter");
  expect((await other()).wait).toEqual({ for: "place", since: expect.any(String) });
  goesOn.resolve();
  await expect.poll(async () => (await first()).wait).toMatchObject(retry);
  await expect.poll(async () => (await other()).wait).toMatchObject({ for: "answer", model: "strict" });
  second.resolve();
  await expect.poll(async () => (await other()).summary?.status).toBe("ready");
  expect((await other()).wait).toBeNull();
});

it("says the same of the evaluation of a case, and forgets it when the case closes again", async () => {
  const queue = await queueIn(service);
  const agent = await agentOn(service, scripted("call claim_case {}", "call complete_case {}"), { consumes: [queue] });
  const [case_id = ""] = await addCases(service, queue, { title: "Refund 17" });
  await settled(service, await startRunOf(service, agent.id));
  const evaluation = () => service.ok(getCaseEvaluation, { params: { case_id } });
  await expect.poll(async () => (await evaluation()).wait).toMatchObject(retry);
  expect(await evaluation()).toMatchObject({ model: null, evaluated_at: null, summary: { status: "in_progress" } });
  await service.pool.query("update cases set state = 'pending' where id = $1", [case_id]);
  expect(await evaluation()).toMatchObject({ wait: null, summary: null });
});
