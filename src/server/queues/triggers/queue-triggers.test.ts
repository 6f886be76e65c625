import { afterAll, beforeAll, expect, test } from "vitest";
import { bulkReprocessCases } from "#contract/queues/case-bulk.ts";
import { createAgentCaseTrigger, updateAgentCaseTrigger } from "#contract/queues/case-triggers.ts";
import { getQueueTriggers } from "#contract/queues/queue-triggers.ts";
import { listQueueAgents } from "#contract/queues/queues.ts";
import { agentWith, scripted } from "#server/testing/agents.ts";
import { addCases, agentOn, queueIn } from "#server/testing/cases.ts";
import { type CallOptions, type TestService, startService } from "#server/testing/service.ts";
import { takers, whatHoldsUp } from "#server/queues/dispatch/who-takes.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const topology = (queue_id: string, options?: CallOptions) => service.ok(getQueueTriggers, { params: { queue_id } }, options);
const trigger = async (agent_id: string, case_queue_id: string, enabled = true) =>
  (await service.ok(createAgentCaseTrigger, { params: { agent_id }, body: { case_queue_id, enabled, concurrency: 1 } })).case_trigger.id;
/** Waits for a person at once, so that what is at work stays so. */
const waits = scripted("call claim_case {}", 'approve "Go on?"');

test("the agents of a queue say what starts them, what is wrong with that, and who may change it", async () => {
  const [queue, other] = [await queueIn(service), await queueIn(service)];
  const config = scripted("call claim_case {}");
  const { id: consumer } = await agentOn(service, config, { consumes: [queue] });
  const { id: both } = await agentOn(service, config, { consumes: [queue], produces: [queue] });
  const { id: stranger } = await agentWith(service, config);
  const { id: elsewhere } = await agentOn(service, config, { consumes: [queue, other] });
  const off = await trigger(consumer, queue, false);
  await trigger(stranger, queue);
  await trigger(elsewhere, other);
  const seen = async (options?: CallOptions) => {
    const { agents } = await topology(queue, options);
    return new Map(agents.map((agent) => [agent.agent_id, agent]));
  };
  const agents = await seen();
  expect(agents.size).toBe(4);
  expect(agents.get(consumer)).toMatchObject({
    produces: false,
    consumes: true,
    trigger: { case_queue_id: queue, enabled: false, concurrency: 1, can_disable: true },
    can_create: true,
    at_work: 0,
    limit: 1,
    problems: ["slot_without_trigger"],
  });
  expect(agents.get(both)).toMatchObject({ trigger: null, problems: ["producer_consumer_mix", "slot_without_trigger"] });
  expect(agents.get(stranger)).toMatchObject({ consumes: false, trigger: { enabled: true }, problems: ["trigger_without_slot"] });
  expect(agents.get(elsewhere)).toMatchObject({ trigger: { case_queue_id: other, enabled: true }, problems: ["slot_without_trigger"] });
  const asMember = (await seen({ as: "member" })).get(consumer);
  expect(asMember).toMatchObject({ can_create: false, trigger: { can_disable: false, creator_display_name: "owner" } });
  await service.ok(updateAgentCaseTrigger, { params: { agent_id: consumer, trigger_id: off }, body: { enabled: true } });
  const rivals = await seen();
  expect(rivals.get(consumer)?.problems).toEqual(["multiple_triggers"]);
  expect(rivals.get(stranger)?.problems).toEqual(["multiple_triggers", "trigger_without_slot"]);
  const { consumers } = await service.ok(listQueueAgents, { params: { queue_id: queue } });
  expect(consumers.find(({ agent_id }) => agent_id === stranger)?.problems).toEqual(["multiple_triggers", "trigger_without_slot"]);
});

test("the cases that come next name whom they would start", async () => {
  const queue = await queueIn(service);
  const { id: first } = await agentOn(service, waits, { consumes: [queue] });
  const { id: second } = await agentOn(service, waits, { consumes: [queue] });
  const trigger_id = await trigger(first, queue, false);
  await addCases(service, queue, { title: "Old" }, { title: "Urgent", priority: "high" }, { title: "Young" });
  const next = async () => (await topology(queue)).next_cases.map(({ title, taken_by }) => [title, taken_by]);
  expect((await topology(queue)).held_up).toEqual({ reason: "no_trigger", agent_id: null, agent_name: null, limit: 0, waiting: 0 });
  expect(await next()).toEqual([
    ["Urgent", null],
    ["Old", null],
    ["Young", null],
  ]);
  await service.ok(updateAgentCaseTrigger, { params: { agent_id: first, trigger_id }, body: { enabled: true } });
  // One at a time: the first case is with it, and nobody takes the others until it is done.
  await expect.poll(next).toEqual([
    ["Old", null],
    ["Young", null],
  ]);
  await expect.poll(async () => (await topology(queue)).pending).toBe(2);
  await expect.poll(async () => (await topology(queue)).held_up).toMatchObject({ reason: "waits_for_person", agent_id: first, waiting: 1 });
  const { agents } = await topology(queue);
  expect(agents.find(({ agent_id }) => agent_id === first)).toMatchObject({ at_work: 1, limit: 1, waiting: 1 });
  expect(agents.find(({ agent_id }) => agent_id === second)).toMatchObject({ at_work: 0 });
  // What a person gives to an agent by name goes to that one, whoever is triggered.
  const which = { all_matching: true, agent_id: second };
  await service.ok(bulkReprocessCases, { params: { queue_id: queue }, body: which });
  await expect.poll(next).toEqual([]);
});

test("one agent takes as many as it has room for; of several nobody can say which", () => {
  const waiting = ["a", "b", "c"].map((id) => ({ id, title: id, priority: 0, agent_id: id === "b" ? "named" : null }));
  const set = {
    id: "t",
    case_queue_id: "q",
    case_queue_name: "Q",
    enabled: true,
    concurrency: null,
    creator_display_name: null,
    can_disable: true,
  };
  const agent = (agent_id: string, room: number, own: typeof set | null, limit = 2 + room) => ({
    agent_id,
    agent_name: agent_id,
    trigger: own,
    at_work: limit - room,
    waiting: 1,
    limit,
  });
  const live = new Set(["one", "other", "named"]);
  const taken = (...agents: ReturnType<typeof agent>[]) => takers(waiting, agents, "q", live).map(({ taken_by }) => taken_by);
  expect(taken(agent("one", 1, set), agent("named", 1, null))).toEqual(["one", "named", null]);
  expect(taken(agent("one", 5, set), agent("other", 5, set), agent("named", 0, null))).toEqual([null, null, null]);
  expect(taken(agent("one", 5, { ...set, enabled: false }))).toEqual([null, null, null]);
  expect(taken(agent("one", 5, { ...set, case_queue_id: "elsewhere" }))).toEqual([null, null, null]);
  expect(takers(waiting, [agent("one", 5, set)], "q", new Set()).map(({ taken_by }) => taken_by)).toEqual([null, null, null]);

  const held = (wanted: (string | null)[], ...agents: ReturnType<typeof agent>[]) => whatHoldsUp(wanted, agents, "q", live)?.reason;
  expect(held([], agent("one", 0, set))).toBeUndefined();
  expect(held([null], agent("one", 0, set), agent("other", 1, set))).toBeUndefined();
  // Cases flow: the next one begins when one of those is done.
  expect(held([null], agent("one", 0, set))).toBeUndefined();
  expect(held([null], agent("one", 0, set, 1))).toBe("waits_for_person");
  expect(held([null], { ...agent("one", 5, set), waiting: 500 })).toBe("waits_for_person");
  expect(held([null], agent("one", 5, { ...set, enabled: false }))).toBe("no_trigger");
  expect(held([null], agent("draft", 5, set))).toBe("no_live_revision");
  expect(held(["gone"], agent("one", 5, set))).toBe("takes_none");
  // As long as one of those who are wanted can begin, nothing is held up.
  expect(held([null, "named"], agent("one", 0, set), agent("named", 1, null))).toBeUndefined();
});
