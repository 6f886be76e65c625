import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listAgentCallers, previewAgentDeletion } from "#contract/agents/agent-ties.ts";
import { setAutomationRevisionQueue } from "#contract/agents/automation-bindings.ts";
import { activateAutomationRevision } from "#contract/agents/automation-revisions.ts";
import { createAutomation } from "#contract/agents/automations.ts";
import { addAutomationQueue } from "#contract/agents/automation-members.ts";
import { createAgentCaseTrigger, previewAgentCaseTriggerDeletion, updateAgentCaseTrigger } from "#contract/queues/case-triggers.ts";
import { effectsOf } from "#contract/deletion.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { deleteAgent, updateAgent } from "#contract/agents/agents.ts";
import { createRevision, promoteRevision, updateRevision } from "#contract/agents/revisions.ts";
import { agentWith, scripted } from "#server/testing/agents.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

async function named(name: string) {
  const agent = await agentWith(service, scripted("say Hello"));
  await service.ok(updateAgent, { params: { agent_id: agent.id }, body: { name } });
  return agent;
}
const callers = async (agent_id: string) => {
  const { callers: list, total } = await service.ok(listAgentCallers, { params: { agent_id } }, { as: "member" });
  expect(total).toBe(list.length);
  return list.map(({ agent_name, ways }) => [agent_name, ...ways]);
};

test("the callers of an agent are those whose live revisions name it, by name, with every way", async () => {
  const [target, alpha, beta, gamma] = [await named("Target"), await named("Zulu"), await named("älter"), await named("Beta")];
  expect(await callers(target.id)).toEqual([]);
  const ids = [target.id];
  await service.ok(updateRevision, { params: { build_id: alpha.buildId }, body: { handoverTargetIds: ids, subAgentIds: ids } });
  await service.ok(updateRevision, { params: { build_id: beta.buildId }, body: { handoverTo: target.id } });
  const body = { name: "Draft", sub_agent_ids: ids };
  const { build } = await service.ok(createRevision, { params: { agent_id: gamma.id }, body });
  expect(await callers(target.id)).toEqual([
    ["älter", "handover_to"],
    ["Zulu", "handover_target", "sub_agent"],
  ]);
  await service.ok(promoteRevision, { params: { build_id: build.id }, body: {} });
  await service.ok(deleteAgent, { params: { agent_id: beta.id } });
  expect(await callers(target.id)).toEqual([
    ["Beta", "sub_agent"],
    ["Zulu", "handover_target", "sub_agent"],
  ]);
});

describe("what deleting an agent takes along", () => {
  const preview = async (agent_id: string) => {
    const effects = effectsOf(await service.ok(previewAgentDeletion, { params: { agent_id } }));
    return Object.fromEntries(effects.map((effect) => [effect.kind, effect.named.map(({ name }) => name)]));
  };

  test("names the queue that starts it, and that waits without it", async () => {
    const agent = await named("Clerk");
    const { queue } = await service.ok(createQueue, { params: { teamId: service.teamId }, body: { name: "Strikes" } });
    const { case_trigger } = await service.ok(createAgentCaseTrigger, {
      params: { agent_id: agent.id },
      body: { case_queue_id: queue.id, enabled: false },
    });
    expect(await preview(agent.id)).toEqual({ revisions: [], paused: ["Strikes"] });
    const params = { agent_id: agent.id, trigger_id: case_trigger.id };
    await service.ok(updateAgentCaseTrigger, { params, body: { enabled: true } });
    expect(await preview(agent.id)).toEqual({ revisions: [], started: ["Strikes"], waiting: ["Strikes"] });
    expect(effectsOf(await service.ok(previewAgentCaseTriggerDeletion, { params }))).toMatchObject([{ kind: "waiting" }]);
    const other = await named("Other clerk");
    await service.ok(createAgentCaseTrigger, { params: { agent_id: other.id }, body: { case_queue_id: queue.id, enabled: true } });
    expect(await preview(agent.id)).toEqual({ revisions: [], started: ["Strikes"] });
    expect(effectsOf(await service.ok(previewAgentCaseTriggerDeletion, { params }))).toEqual([]);
    await service.fails(previewAgentDeletion, { params: { agent_id: agent.id } }, "forbidden", { as: "builder" });
    await service.fails(previewAgentCaseTriggerDeletion, { params }, "forbidden", { as: "builder" });
    await service.ok(deleteAgent, { params: { agent_id: agent.id } });
    await service.fails(previewAgentDeletion, { params: { agent_id: agent.id } }, "not_found");
  });

  test("names the automation, and what its active revision routes to the agent", async () => {
    const params = { teamId: service.teamId };
    const made = await service.ok(createAutomation, { params, body: { name: "Month end" } });
    const { queue } = await service.ok(createQueue, { params, body: { name: "Invoices" } });
    const automation_id = made.automation.id;
    await service.ok(addAutomationQueue, { params: { automation_id }, body: { case_queue_id: queue.id } });
    expect(await preview(made.agent_id)).toEqual({ revisions: [], automations: ["Month end"] });
    const revision = { automation_id, revision_id: made.revision_id };
    await service.ok(setAutomationRevisionQueue, {
      params: { ...revision, case_queue_id: queue.id },
      body: { agent_id: made.agent_id },
    });
    await service.ok(activateAutomationRevision, { params: revision, body: {} });
    expect(await preview(made.agent_id)).toMatchObject({ automations: ["Month end"], running: ["Month end"], routed: ["Invoices"] });
  });
});
