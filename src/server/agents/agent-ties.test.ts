import { afterAll, beforeAll, expect, test } from "vitest";
import { listAgentCallers } from "#contract/agents/agent-ties.ts";
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
