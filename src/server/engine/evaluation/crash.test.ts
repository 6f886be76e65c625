import { LLMock } from "@copilotkit/aimock";
import { expect, it } from "vitest";
import { createAgent } from "#contract/agents/agents.ts";
import { createEvalRubric } from "#contract/agents/eval-rubrics.ts";
import { getEvalScores } from "#contract/agents/eval-scores.ts";
import { getRunEvaluation } from "#contract/runs/evaluations.ts";
import { startTeamRun } from "#contract/runs/runs.ts";
import { listMyTeams } from "#contract/teams/profile.ts";
import { scripted } from "#server/testing/agents.ts";
import { crashable } from "#server/testing/crash.ts";

const verdict = (passed: boolean) => `{"verdicts":[{"rubric":"SLUG","passed":${passed},"reason":"It is so."}]}`;

it("is done by the next service when one is killed while the judge is at work", { timeout: 120_000 }, async () => {
  const provider = new LLMock({ port: 0 });
  await provider.start();
  const service = await crashable({ MODEL_BASE_URL: `${provider.url}/v1`, MODEL_JUDGE: "judge" });
  try {
    const teamId = (await service.call(listMyTeams, {})).teams[0]?.id ?? "";
    const build = { name: "First", config: scripted("say Done") };
    const { agent } = await service.call(createAgent, { params: { teamId }, body: { name: "Judged", build } });
    const words = { title: "Says done", description: "Does it say in the end that the work is done?" };
    const { rubric } = await service.call(createEvalRubric, { params: { agentId: agent.id }, body: words });
    const answer = (passed: boolean) => ({ content: verdict(passed).replace("SLUG", rubric.slug) });
    // The first judge would take minutes, and find the opposite.
    provider.on({ model: "judge" }, answer(false), { latency: 120_000 });
    const { run } = await service.call(startTeamRun, { params: { teamId }, body: { agent_id: agent.id } });
    const look = () => service.call(getRunEvaluation, { params: { agentId: agent.id, runId: run.id } });
    await expect.poll(() => provider.getRequests().length, { timeout: 30_000 }).toBe(1);
    expect(await look()).toMatchObject({ data: null, summary: { status: "in_progress" } });
    provider.clearFixtures();
    provider.on({ model: "judge" }, answer(true));
    await service.killAndRestart();
    await expect
      .poll(look, { timeout: 30_000 })
      .toMatchObject({ data: { source: "judge" }, summary: { status: "ready", passed: 1, total: 1 } });
    const scores = await service.call(getEvalScores, { params: { agentId: agent.id }, query: { since: "2020-01-01T00:00:00Z" } });
    expect(scores).toEqual({ total_evaluated: 1, with_issues: 0, flag_distribution: [] });
  } finally {
    await service.close();
    await provider.stop();
  }
});
