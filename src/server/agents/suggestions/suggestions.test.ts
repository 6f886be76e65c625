import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Config, ModelStepConfig } from "#contract/agents/config.ts";
import { cancelRevisionGeneration, generateRevision, getRevisionGeneration } from "#contract/agents/builder-runs.ts";
import { deleteEvalRubric, replaceEvalRubrics } from "#contract/agents/eval-rubrics.ts";
import { createRevision, getRevision, listAgentRevisions, promoteRevision, updateRevision } from "#contract/agents/revisions.ts";
import { consumeAgentSuggestion, listAgentSuggestions, rejectAgentSuggestion } from "#contract/agents/suggestions.ts";
import { getRunEvaluation } from "#contract/runs/evaluations.ts";
import { respondToHumanRequest } from "#contract/runs/human-requests.ts";
import { terminalStatuses } from "#contract/runs/run.ts";
import { getRun } from "#contract/runs/runs.ts";
import { agentWith, python, scripted, settled, startRunOf } from "#server/testing/agents.ts";
import { insertSuggestion } from "./suggestions.store.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const rubric = { title: "Names the invoice", description: 'Does the letter say which one: contains "Invoice"? critical' };

/** An agent whose runs fail the rubric. */
async function failing(config: Config = scripted("say Dear Sir")) {
  const agent = await agentWith(service, config);
  const set = await service.ok(replaceEvalRubrics, { params: { agentId: agent.id }, body: { rubrics: [rubric] } });
  return { ...agent, rubricId: set.rubrics[0]?.id ?? "", slug: set.rubrics[0]?.slug ?? "" };
}
/** Runs that end and are judged at once. */
async function judged(agentId: string, runs: number): Promise<string[]> {
  const ids = await Promise.all(Array.from({ length: runs }, () => startRunOf(service, agentId)));
  for (const runId of ids) await judgedIs(agentId, runId);
  return ids;
}
async function judgedIs(agentId: string, runId: string): Promise<void> {
  await settled(service, runId);
  await expect.poll(async () => (await service.ok(getRunEvaluation, { params: { agentId, runId } })).summary?.status).toBe("ready");
}
/** Lets a run that asks whether to go on do so, until it is judged. */
async function passed(agentId: string, run_id: string): Promise<void> {
  await settled(service, run_id, ["waiting"]);
  const request_id = (await service.ok(getRun, { params: { run_id } })).pending_human_request?.id ?? "";
  await service.ok(respondToHumanRequest, { params: { run_id, request_id }, body: { approved: true } });
  await settled(service, run_id, terminalStatuses);
  await judgedIs(agentId, run_id);
}
const list = (agent_id: string, status?: "pending" | "history") =>
  service.ok(listAgentSuggestions, { params: { agent_id }, query: status ? { status } : {} });
/** An agent with a suggestion, without the runs that led to it. */
async function suggested() {
  const agent = await failing();
  await insertSuggestion(service.app.services.store.db, {
    agent_id: agent.id,
    build_id: agent.buildId,
    rubric_slug: agent.slug,
    title: "Runs keep failing it",
    description: "3 of the last 10 evaluated runs failed it.",
    addition: "Name the invoice.",
    sources: [{ agent_run_id: randomUUID(), run_number: 1, created_at: "2026-01-31T09:30:00.000Z" }],
  });
  const { data } = await list(agent.id, "pending");
  return { ...agent, suggestionId: data[0]?.id ?? "" };
}
const consume = (id: string, revision_id?: string) =>
  service.call(consumeAgentSuggestion, { params: { id }, body: revision_id ? { revision_id } : {} });
const instructions = async (agent_id: string, build_id: string) => {
  const { build } = await service.ok(getRevision, { params: { agent_id, build_id } });
  return ModelStepConfig.parse(build.config).data.input;
};
const revisionsOf = async (agent_id: string) => (await service.ok(listAgentRevisions, { params: { agent_id } })).builds;
const draftOf = async (agent_id: string) => (await service.ok(createRevision, { params: { agent_id }, body: { name: "Draft" } })).build.id;

describe("a suggestion", () => {
  test("comes with the third of the last evaluated runs that failed a rubric, once, with their reasons", async () => {
    const agent = await failing();
    const two = await judged(agent.id, 2);
    expect(await list(agent.id)).toEqual({ data: [], pending_count: 0 });
    const ids = [...two, ...(await judged(agent.id, 2))];
    const { data, pending_count } = await list(agent.id, "pending");
    expect(pending_count).toBe(1);
    const [only] = data;
    expect(only).toMatchObject({
      agent_id: agent.id,
      status: "pending",
      generated_by: "eval",
      type: "aop",
      title: "Runs keep failing “Names the invoice”",
      description: "3 of the last 3 evaluated runs of revision 1 failed this rubric.",
      resolved_at: null,
      payload: { oldSop: "" },
    });
    expect(only?.payload.newSop).toContain("check “Names the invoice”. A good result answers yes to this: Does the letter say which one:");
    expect(only?.payload.newSop).toMatch(/\n- In run \d: The agent did not say “Invoice”\.$/);
    expect(only?.sources).toHaveLength(3);
    for (const { agent_run_id } of only?.sources ?? []) expect(ids).toContain(agent_run_id);
    await judged(agent.id, 1);
    expect((await list(agent.id)).data.map(({ id }) => id)).toEqual([only?.id]);
    expect((await list(agent.id, "history")).data).toEqual([]);
  });

  test("is not made for a program, nor for a revision that is not live", async () => {
    const code = await failing(python("print('Dear Sir')"));
    await judged(code.id, 3);
    expect((await list(code.id)).data).toEqual([]);
    const agent = await failing(scripted('approve "Go on?"', "say Dear Sir"));
    const start = () => startRunOf(service, agent.id);
    for (const run of [await start(), await start()]) await passed(agent.id, run);
    const running = await start();
    await settled(service, running, ["waiting"]);
    await service.ok(promoteRevision, { params: { build_id: await draftOf(agent.id) }, body: {} });
    for (const run of [running, await start()]) await passed(agent.id, run);
    expect((await list(agent.id)).data).toEqual([]);
  });

  test("is over when another revision goes live or its rubric goes, and comes back for the next revision that fails", async () => {
    const agent = await suggested();
    await service.ok(promoteRevision, { params: { build_id: await draftOf(agent.id) }, body: {} });
    expect((await list(agent.id, "history")).data).toMatchObject([{ status: "superseded", superseded_reason: "revision_replaced" }]);
    expect((await consume(agent.suggestionId)).error?.error).toBe("suggestion_resolved");
    await judged(agent.id, 3);
    const { data } = await list(agent.id, "pending");
    expect(data).toMatchObject([{ status: "pending", description: "3 of the last 3 evaluated runs of revision 2 failed this rubric." }]);
    await service.ok(replaceEvalRubrics, { params: { agentId: agent.id }, body: { rubrics: [] } });
    expect((await list(agent.id)).data.map((s) => [s.status, s.superseded_reason])).toEqual([
      ["superseded", "rubric_removed"],
      ["superseded", "revision_replaced"],
    ]);
  });

  test("stays away from those who see only their own runs", async () => {
    const agent = await suggested();
    await service.fails(listAgentSuggestions, { params: { agent_id: agent.id } }, "forbidden", { as: "builder" });
    await service.fails(consumeAgentSuggestion, { params: { id: agent.suggestionId }, body: {} }, "forbidden", { as: "builder" });
    await service.fails(rejectAgentSuggestion, { params: { id: agent.suggestionId } }, "forbidden", { as: "builder" });
    await service.fails(rejectAgentSuggestion, { params: { id: agent.suggestionId } }, "not_found", { as: "stranger" });
  });
});

describe("taking one", () => {
  test("writes it into a draft made from the live revision, which stays as it is", async () => {
    const agent = await suggested();
    const answer = (await consume(agent.suggestionId)).ok;
    expect(answer?.data).toMatchObject({ status: "consumed", resolved_by_user_id: expect.any(String), resolved_at: expect.any(String) });
    expect((await revisionsOf(agent.id)).map((r) => [r.id, r.status])).toEqual([
      [answer?.applied_revision_id, "draft"],
      [agent.buildId, "live"],
    ]);
    expect(await instructions(agent.id, agent.buildId)).toBe("say Dear Sir");
    expect(await instructions(agent.id, answer?.applied_revision_id ?? "")).toBe(`say Dear Sir\n\n${answer?.data.payload.newSop}`);
    // Judged by what is live, which still fails: it was decided about, and does not come back.
    await judged(agent.id, 3);
    expect(await list(agent.id, "pending")).toEqual({ data: [], pending_count: 0 });
    expect((await consume(agent.suggestionId)).error?.error).toBe("suggestion_resolved");
    expect(await revisionsOf(agent.id)).toHaveLength(2);
  });

  test("writes it into the newest draft, or the one that is named, as the last of its system messages", async () => {
    const agent = await suggested();
    const named = await draftOf(agent.id);
    await draftOf(agent.id);
    const input = [
      { role: "system" as const, content: "Write letters." },
      { role: "user" as const, content: "Hello" },
    ];
    const config: Config = { version: "v1", data: { model: "scripted", input } };
    await service.ok(updateRevision, { params: { build_id: named }, body: { config } });
    const answer = (await consume(agent.suggestionId, named)).ok;
    expect(answer?.applied_revision_id).toBe(named);
    expect(await instructions(agent.id, named)).toEqual([
      { role: "system", content: `Write letters.\n\n${answer?.data.payload.newSop}` },
      input[1],
    ]);
    const other = await suggested();
    const newest = await draftOf(other.id);
    expect((await consume(other.suggestionId)).ok?.applied_revision_id).toBe(newest);
  });

  test("is refused where the draft cannot take it, and stays open", async () => {
    const agent = await suggested();
    const draft = await draftOf(agent.id);
    const full: Config = { version: "v1", data: { model: "scripted", input: "x".repeat(499_990) } };
    await service.ok(updateRevision, { params: { build_id: draft }, body: { config: full } });
    expect((await consume(agent.suggestionId)).error?.error).toBe("instructions_full");
    const prompt = 'ask "Which tone?"';
    await service.ok(generateRevision, { params: { build_id: draft }, body: { prompt, model: "scripted" } });
    expect((await consume(agent.suggestionId, draft)).error?.error).toBe("generation_active");
    const { builder_run } = await service.ok(getRevisionGeneration, { params: { build_id: draft } });
    await service.ok(cancelRevisionGeneration, { params: { build_id: draft }, body: { builder_run_id: builder_run?.id ?? "" } });
    const stranger = await agentWith(service, scripted("say Hello"));
    expect((await consume(agent.suggestionId, stranger.buildId)).error?.issues?.[0]?.path).toEqual(["revision_id"]);
    // An earlier one, live again after it was not.
    await service.ok(promoteRevision, { params: { build_id: draft }, body: {} });
    await service.ok(promoteRevision, { params: { build_id: agent.buildId }, body: {} });
    expect((await consume(agent.suggestionId, draft)).error?.error).toBe("historic_revision");
    expect((await list(agent.id)).pending_count).toBe(1);
  });
});

test("turning one down is final for the revision, also when its runs go on failing", async () => {
  const agent = await suggested();
  const params = { id: agent.suggestionId };
  expect((await service.ok(rejectAgentSuggestion, { params })).data.status).toBe("rejected");
  await service.fails(rejectAgentSuggestion, { params }, "suggestion_resolved");
  await judged(agent.id, 3);
  expect(await list(agent.id, "pending")).toEqual({ data: [], pending_count: 0 });
  await service.ok(deleteEvalRubric, { params: { agentId: agent.id, rubricId: agent.rubricId } });
  expect((await list(agent.id, "history")).data.map(({ status }) => status)).toEqual(["rejected"]);
});
