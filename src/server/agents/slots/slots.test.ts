import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAgent } from "#contract/agents/agents.ts";
import { createRevision } from "#contract/agents/revisions.ts";
import {
  attachRevisionIntegrations,
  getRevisionCaseQueueSetup,
  listRevisionIntegrationQueues,
  listRevisionIntegrations,
  removeRevisionIntegration,
  replaceRevisionIntegrationQueues,
} from "#contract/agents/slots.ts";
import { listIntegrations } from "#contract/connections/integrations.ts";
import { createQueue, deleteQueue } from "#contract/queues/queues.ts";
import { nativeKinds } from "#server/connections/native/kinds.ts";
import { agentWith, scripted } from "#server/testing/agents.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
let producer: string;
let consumer: string;
beforeAll(async () => {
  service = await startService();
  const { integrations } = await service.ok(listIntegrations, { params: { teamId: service.teamId } });
  [producer = "", consumer = ""] = integrations.map((i) => i.id);
});
afterAll(() => service.close());

const config = scripted("say Hello");
const revision = async () => {
  const agent = await agentWith(service, config);
  return { agent_id: agent.id, build_id: agent.buildId };
};
let made = 0;
const queue = async () =>
  (await service.ok(createQueue, { params: { teamId: service.teamId }, body: { name: `Queue ${(made += 1)}` } })).queue.id;
const names = async (params: { agent_id: string; build_id: string; integration_id: string }) =>
  (await service.ok(listRevisionIntegrationQueues, { params })).queues.map((q) => q.id);

test("the built-in integrations are listed for every team", async () => {
  const list = (query = {}) => service.ok(listIntegrations, { params: { teamId: service.teamId }, query }, { as: "member" });
  const native = nativeKinds.map(({ key }) => key);
  const types = (await list()).integrations.map((i) => i.type);
  expect(types).toEqual(["case-queue-producer", "case-queue-consumer", "custom_mcp", ...native]);
  expect(await list({ type: "case-queue-consumer" })).toMatchObject({
    total: 1,
    integrations: [{ id: consumer, team_id: service.teamId }],
  });
  expect(await list({ limit: 1, offset: 1 })).toMatchObject({ total: 3 + native.length, integrations: [{ id: consumer }] });
});

describe("slots", () => {
  test("are attached once, listed and removed with their queues", async () => {
    const params = await revision();
    const attach = (ids: string[]) => service.ok(attachRevisionIntegrations, { params, body: { integration_ids: ids } });
    expect(await attach([producer, producer])).toEqual({ success: true, count: 1 });
    expect(await attach([producer, consumer])).toEqual({ success: true, count: 1 });
    const { integrations } = await service.ok(listRevisionIntegrations, { params }, { as: "member" });
    expect(integrations.map((slot) => [slot.integration_id, slot.integration_type, slot.integration_name])).toEqual([
      [consumer, "case-queue-consumer", "Handle cases of a queue"],
      [producer, "case-queue-producer", "Add cases to a queue"],
    ]);
    await service.fails(attachRevisionIntegrations, { params, body: { integration_ids: [params.agent_id] } }, "invalid_request");
    await service.ok(removeRevisionIntegration, { params: { ...params, integration_id: producer } });
    await service.fails(listRevisionIntegrationQueues, { params: { ...params, integration_id: producer } }, "not_found");
  });

  test("name queues, by the integration's id and by the slot's own alike", async () => {
    const params = await revision();
    await service.ok(attachRevisionIntegrations, { params, body: { integration_ids: [consumer] } });
    const slot = { ...params, integration_id: consumer };
    const [first, second] = [await queue(), await queue()];
    const replace = (queue_ids: string[]) => service.call(replaceRevisionIntegrationQueues, { params: slot, body: { queue_ids } });
    expect((await replace([second, first, second])).ok?.queues.map((q) => q.id)).toEqual([first, second]);
    expect((await replace([first, params.agent_id])).error?.issues?.[0]?.path).toEqual(["queue_ids", 1]);
    expect(await names(slot)).toEqual([first, second]);
    const { integrations } = await service.ok(listRevisionIntegrations, { params });
    expect(await names({ ...slot, integration_id: integrations[0]?.id ?? "" })).toEqual([first, second]);
    await service.ok(deleteQueue, { params: { queue_id: first } });
    expect(await names(slot)).toEqual([second]);
    expect((await replace([])).ok?.queues).toEqual([]);
  });

  test("tell which case-queue slots name no queue", async () => {
    const params = await revision();
    expect((await service.ok(getRevisionCaseQueueSetup, { params })).configs).toEqual([]);
    await service.ok(attachRevisionIntegrations, { params, body: { integration_ids: [producer, consumer] } });
    const id = await queue();
    await service.ok(replaceRevisionIntegrationQueues, { params: { ...params, integration_id: producer }, body: { queue_ids: [id] } });
    const setup = await service.ok(getRevisionCaseQueueSetup, { params });
    expect(setup.has_available_queues).toBe(true);
    expect(setup.configs.map((c) => [c.integration_type, c.linked_queue_count])).toEqual([
      ["case-queue-consumer", 0],
      ["case-queue-producer", 1],
    ]);
    await service.ok(deleteQueue, { params: { queue_id: id } });
    expect((await service.ok(getRevisionCaseQueueSetup, { params })).configs.map((c) => c.linked_queue_count)).toEqual([0, 0]);
  });

  test("go along into further revisions and into agents made from one", async () => {
    const params = await revision();
    const id = await queue();
    await service.ok(attachRevisionIntegrations, { params, body: { integration_ids: [producer, consumer] } });
    await service.ok(replaceRevisionIntegrationQueues, { params: { ...params, integration_id: producer }, body: { queue_ids: [id] } });
    const { build } = await service.ok(createRevision, { params: { agent_id: params.agent_id }, body: { name: "Second" } });
    const copied = await service.ok(createAgent, {
      params: { teamId: service.teamId },
      body: { name: "Copy", source_build_id: params.build_id },
    });
    for (const copy of [
      { agent_id: params.agent_id, build_id: build.id },
      { agent_id: copied.agent.id, build_id: copied.build?.id ?? "" },
    ]) {
      const { integrations } = await service.ok(listRevisionIntegrations, { params: copy });
      expect(integrations.map((slot) => slot.integration_id)).toEqual([consumer, producer]);
      expect(await names({ ...copy, integration_id: producer })).toEqual([id]);
    }
    // The copy is its own: emptying it leaves the source as it was.
    await service.ok(replaceRevisionIntegrationQueues, {
      params: { agent_id: params.agent_id, build_id: build.id, integration_id: producer },
      body: { queue_ids: [] },
    });
    expect(await names({ ...params, integration_id: producer })).toEqual([id]);
  });

  test("belong to the agent that the address names, and are changed by whoever may change it", async () => {
    const params = await revision();
    const other = await revision();
    const crossed = { agent_id: other.agent_id, build_id: params.build_id };
    for (const endpoint of [listRevisionIntegrations, getRevisionCaseQueueSetup])
      await service.fails(endpoint, { params: crossed }, "not_found");
    const body = { integration_ids: [producer] };
    await service.fails(attachRevisionIntegrations, { params: crossed, body }, "not_found");
    await service.fails(attachRevisionIntegrations, { params, body }, "forbidden", { as: "builder" });
    await service.ok(attachRevisionIntegrations, { params, body }, { as: "manager" });
    const slot = { ...params, integration_id: producer };
    await service.fails(removeRevisionIntegration, { params: slot }, "forbidden", { as: "builder" });
    await service.fails(replaceRevisionIntegrationQueues, { params: slot, body: { queue_ids: [] } }, "forbidden", { as: "builder" });
  });
});
