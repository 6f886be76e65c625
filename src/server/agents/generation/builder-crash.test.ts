import { LLMock } from "@copilotkit/aimock";
import { expect, it } from "vitest";
import { createAgent } from "#contract/agents/agents.ts";
import {
  acceptRevisionGeneration,
  answerRevisionGeneration,
  generateRevision,
  getRevisionGeneration,
} from "#contract/agents/builder-runs.ts";
import { ModelStepConfig } from "#contract/agents/config.ts";
import { createRevision, getRevision, listAgentRevisions } from "#contract/agents/revisions.ts";
import { listMyTeams } from "#contract/teams/profile.ts";
import { scripted } from "#server/testing/agents.ts";
import { crashable } from "#server/testing/crashable.ts";

const calls = (name: string, args: object) => ({ toolCalls: [{ name, arguments: JSON.stringify(args) }] });
const asks = calls("ask_person", { questions: [{ question: "Whom does it remind?" }] });
const proposes = (input: string) => calls("propose_configuration", { summary: "Reminds people.", data: { model: "scripted", input } });

it("goes on with the same conversation when the service is killed while the model writes", async () => {
  const provider = new LLMock({ port: 0 });
  await provider.start();
  const service = await crashable({ MODEL_BASE_URL: `${provider.url}/v1` });
  try {
    const teamId = (await service.call(listMyTeams, {})).teams[0]?.id ?? "";
    const body = { name: "Reminder", build: { name: "First", config: scripted("say Before") } };
    const { agent, build: live } = await service.call(createAgent, { params: { teamId }, body });
    const agent_id = agent.id;
    const { build } = await service.call(createRevision, { params: { agent_id }, body: { name: "Draft" } });
    const build_id = build.id;
    const look = () => service.call(getRevisionGeneration, { params: { build_id } });
    const status = async () => (await look()).builder_run?.status;
    const instructions = async (id: string) => {
      const { build: found } = await service.call(getRevision, { params: { agent_id, build_id: id } });
      return ModelStepConfig.parse(found.config).data.input;
    };

    provider.on({ model: "writer" }, asks);
    const prompt = { prompt: "Let it remind people", model: "writer" };
    const { builder_run } = await service.call(generateRevision, { params: { build_id }, body: prompt });
    await expect.poll(status).toBe("waiting_for_input");
    provider.clearFixtures();
    // The first writer would take minutes, and write something else.
    provider.on({ model: "writer" }, proposes("say Too late"), { latency: 120_000 });
    const answers = { builder_run_id: builder_run.id, answers: { "Whom does it remind?": "Late payers" } };
    const answered = await service.call(answerRevisionGeneration, { params: { build_id }, body: answers });
    await expect.poll(() => provider.getRequests().length).toBe(2);
    expect(await status()).toBe("running");
    provider.clearFixtures();
    provider.on({ model: "writer" }, proposes("say After"));
    await service.killAndRestart();

    await expect.poll(status).toBe("waiting_for_approve");
    expect(provider.getRequests()).toHaveLength(3);
    // What was asked and answered before the crash is not asked again.
    expect(provider.getLastRequest()?.body).toEqual(provider.getRequests()[1]?.body);
    expect(JSON.stringify(provider.getLastRequest()?.body)).toContain("Late payers");
    const reviewed = await look();
    expect(reviewed).toMatchObject({
      builder_run: { id: builder_run.id, started_at: answered.builder_run.started_at, completed_at: null },
      generation: { summary: "Reminds people.", failure: null },
    });
    expect([await instructions(build_id), await instructions(live?.id ?? "")]).toEqual(["say After", "say Before"]);
    const identity = { builder_run_id: builder_run.id, expected_started_at: reviewed.builder_run?.started_at ?? null };
    const accepted = await service.call(acceptRevisionGeneration, { params: { build_id }, body: identity });
    expect(accepted.builder_run.status).toBe("completed");
    const { builds } = await service.call(listAgentRevisions, { params: { agent_id }, query: {} });
    expect(builds.map((each) => [each.id, each.status])).toEqual([
      [build_id, "draft"],
      [live?.id, "live"],
    ]);
  } finally {
    await service.close();
    await provider.stop();
  }
});
