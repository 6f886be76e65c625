import { assignAgent } from "#contract/schedules/assign.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setAutomationRevisionAgent, setAutomationRevisionQueue } from "#contract/agents/automation-bindings.ts";
import { getAutomationCurrent, getAutomationCurrentFlow, getAutomationRevisionFlow } from "#contract/agents/automation-flow.ts";
import { activateAutomationRevision, createAutomationRevision, getAutomationRevision } from "#contract/agents/automation-revisions.ts";
import { getAutomationRevisionTriggers } from "#contract/agents/automation-triggers.ts";
import { createAutomation } from "#contract/agents/automations.ts";
import { addAutomationAgent, addAutomationQueue } from "#contract/agents/automation-members.ts";
import {
  createAgentCaseTrigger,
  deleteAgentCaseTrigger,
  listAgentCaseTriggers,
  updateAgentCaseTrigger,
} from "#contract/queues/case-triggers.ts";
import type { CallInput } from "#contract/endpoint.ts";
import { getQueueTriggers } from "#contract/queues/queue-triggers.ts";
import { agentWith, scripted } from "#server/testing/agents.ts";
import { addCases, agentOn, attachQueues, caseOf, queueIn } from "#server/testing/cases.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const works = scripted("call claim_case {}", "call complete_case {}");
type Routes = Record<string, CallInput<typeof setAutomationRevisionQueue>["body"]>;

/** An automation with a queue, and two agents that take its cases. Its draft binds both and routes nothing. */
async function automation() {
  const params = { teamId: service.teamId };
  const { automation: made, revision_id } = await service.ok(createAutomation, { params, body: { name: "Refunds" } });
  const automation_id = made.id;
  const queueId = await queueIn(service);
  await service.ok(addAutomationQueue, { params: { automation_id }, body: { case_queue_id: queueId } });
  const [first, second] = [await agentOn(service, works, { consumes: [queueId] }), await agentOn(service, works, { consumes: [queueId] })];
  for (const { id: agent_id, buildId: build_id } of [first, second]) {
    await service.ok(addAutomationAgent, { params: { automation_id }, body: { agent_id } });
    await service.ok(setAutomationRevisionAgent, { params: { automation_id, revision_id, agent_id }, body: { build_id } });
  }
  let unused: string | undefined = revision_id;
  /** A draft that routes the queues so, with everything else as in the active revision. */
  const draft = async (routes: Routes) => {
    const id = unused ?? (await service.ok(createAutomationRevision, { params: { automation_id }, body: {} })).revision.id;
    unused = undefined;
    const revision = { automation_id, revision_id: id };
    for (const [case_queue_id, body] of Object.entries(routes))
      await service.ok(setAutomationRevisionQueue, { params: { ...revision, case_queue_id }, body });
    return revision;
  };
  return { automation_id, queueId, first: first.id, second: second.id, draft };
}
type Revision = Awaited<ReturnType<Awaited<ReturnType<typeof automation>>["draft"]>>;

const activate = (params: Revision) => service.ok(activateAutomationRevision, { params, body: {} });
const planOf = (params: Revision) => service.ok(getAutomationRevisionTriggers, { params }, { as: "member" });
const triggerOf = async (agent_id: string) => (await service.ok(listAgentCaseTriggers, { params: { agent_id } })).case_triggers[0];
const byHand = (agent_id: string, case_queue_id: string, enabled = true) =>
  service.ok(createAgentCaseTrigger, { params: { agent_id }, body: { case_queue_id, enabled } });

/** Adds a case and waits until an agent has completed it. Returns that agent. */
async function workedBy(queueId: string): Promise<string | undefined> {
  const [id = ""] = await addCases(service, queueId, { title: "Refund" });
  await completed(id);
  return (await caseOf(service, id)).events.find(({ type }) => type === "claimed")?.agent_id ?? undefined;
}
async function completed(caseId: string): Promise<void> {
  await expect.poll(async () => (await caseOf(service, caseId)).case.status, { interval: 20 }).toBe("completed");
}

describe("activating a revision of an automation", () => {
  test("lets cases start the agents that it routes them to, until another revision is active", async () => {
    const { automation_id, queueId, first, second, draft } = await automation();
    const one = await draft({ [queueId]: { agent_id: first } });
    const pair = (agent_id: string) => expect.objectContaining({ agent_id, case_queue_id: queueId });
    expect(await planOf(one)).toMatchObject({ starts: [pair(first)], stops: [], refused: [], conflicts: [] });
    expect(await triggerOf(first)).toBeUndefined();
    await activate(one);
    expect(await triggerOf(first)).toMatchObject({ case_queue_id: queueId, enabled: true, concurrency: null });
    expect(await workedBy(queueId)).toBe(first);
    const current = () => service.ok(getAutomationCurrent, { params: { automation_id } }, { as: "member" });
    expect((await current()).triggers).toEqual([pair(first)]);

    const two = await draft({ [queueId]: { agent_id: second } });
    expect(await planOf(two)).toMatchObject({ starts: [pair(second)], stops: [pair(first)] });
    await activate(two);
    expect([await triggerOf(first), await triggerOf(second)]).toMatchObject([{ enabled: false }, { enabled: true }]);
    expect(await workedBy(queueId)).toBe(second);

    const paused = await draft({ [queueId]: { enabled: false } });
    await activate(paused);
    expect((await current()).triggers).toEqual([]);
    const [waiting = ""] = await addCases(service, queueId, { title: "Waits" });
    // Whatever starts for cases has started once a case that came later is done.
    const elsewhere = await queueIn(service);
    const { id: control } = await agentOn(service, works, { consumes: [elsewhere] });
    await byHand(control, elsewhere);
    expect(await workedBy(elsewhere)).toBe(control);
    expect((await caseOf(service, waiting)).case).toMatchObject({ status: "pending", claimed_by_run_id: null });

    await activate(one);
    await completed(waiting);
    expect((await caseOf(service, waiting)).events.at(-1)?.agent_id).toBe(first);
  });

  test("takes the place of triggers that people set up on its queues, and leaves others alone", async () => {
    const { queueId, first, second, draft } = await automation();
    const [{ id: outside }, elsewhere] = [await agentOn(service, works, { consumes: [queueId] }), await queueIn(service)];
    const { id: far } = await agentOn(service, works, { consumes: [elsewhere] });
    await byHand(outside, queueId);
    await byHand(far, elsewhere);
    await byHand(first, queueId, false);
    const before = await triggerOf(first);
    await service.ok(updateAgentCaseTrigger, { params: { agent_id: first, trigger_id: before?.id ?? "" }, body: { concurrency: 1 } });
    const one = await draft({ [queueId]: { agent_id: first } });
    expect((await planOf(one)).stops).toMatchObject([{ agent_id: outside }]);
    await activate(one);
    expect(await triggerOf(outside)).toMatchObject({ case_queue_id: queueId, enabled: false });
    expect(await triggerOf(far)).toMatchObject({ enabled: true });
    const enabled = await triggerOf(first);
    expect(enabled).toMatchObject({ id: before?.id, enabled: true, concurrency: 1 });
    // A further revision that says the same touches nothing.
    const same = await draft({ [queueId]: { description: "By post" } });
    expect(await planOf(same)).toEqual({ starts: [], stops: [], refused: [], conflicts: [] });
    await activate(same);
    expect(await triggerOf(first)).toEqual(enabled);
    expect(await triggerOf(second)).toBeUndefined();
  });

  test("is refused where one agent would be started by two queues, and changes nothing then", async () => {
    const { automation_id, queueId, first, draft } = await automation();
    const other = await queueIn(service);
    await service.ok(addAutomationQueue, { params: { automation_id }, body: { case_queue_id: other } });
    const twice = await draft({ [queueId]: { agent_id: first }, [other]: { agent_id: first } });
    const refused = async () =>
      (await service.fails(activateAutomationRevision, { params: twice, body: {} }, "routing_conflict")).conflicts;
    expect(await refused()).toMatchObject([{ agent_id: first, message: expect.stringMatching(/ both go to .*Pause one of them/) }]);
    expect((await planOf(twice)).conflicts).toEqual(await refused());
    expect((await service.ok(getAutomationRevision, { params: twice })).revision.status).toBe("draft");
    expect(await triggerOf(first)).toBeUndefined();

    const set = (body: Routes[string]) => service.ok(setAutomationRevisionQueue, { params: { ...twice, case_queue_id: other }, body });
    await set({ enabled: false });
    const elsewhere = await queueIn(service);
    const { case_trigger } = await byHand(first, elsewhere);
    expect(await refused()).toMatchObject([{ agent_id: first, message: expect.stringContaining("not in this automation") }]);
    expect(await triggerOf(first)).toMatchObject({ case_queue_id: elsewhere, enabled: true });
    const disabled = { params: { agent_id: first, trigger_id: case_trigger.id }, body: { enabled: false } };
    await service.ok(updateAgentCaseTrigger, disabled);
    await activate(twice);
    expect(await triggerOf(first)).toMatchObject({ id: case_trigger.id, case_queue_id: queueId, enabled: true });
  });

  test("starts nothing for an agent whose build takes no cases from the queue, and says so", async () => {
    const { automation_id, queueId, first, draft } = await automation();
    const idle = await agentWith(service, works);
    await service.ok(addAutomationAgent, { params: { automation_id }, body: { agent_id: idle.id } });
    const params = await draft({ [queueId]: { agent_id: first } });
    await service.ok(setAutomationRevisionAgent, { params: { ...params, agent_id: idle.id }, body: { build_id: idle.buildId } });
    await service.ok(setAutomationRevisionQueue, { params: { ...params, case_queue_id: queueId }, body: { agent_id: idle.id } });
    expect(await planOf(params)).toMatchObject({ starts: [], refused: [{ agent_id: idle.id }], conflicts: [] });
    await activate(params);
    expect(await triggerOf(idle.id)).toBeUndefined();
    const flow = () => service.ok(getAutomationCurrentFlow, { params: { automation_id } });
    const edge = { type: "consumer", from: queueId, to: idle.id };
    expect((await flow()).edges).toContainEqual({ ...edge, starts: false });
    // Once it takes them, a person may let it start, as the revision says.
    await attachQueues(service.ok, service.teamId, idle, { consumes: [queueId] });
    await byHand(idle.id, queueId);
    expect((await flow()).edges).toContainEqual({ ...edge, starts: true });
    expect(await service.ok(getAutomationRevisionFlow, { params })).toEqual(await flow());
    expect(await workedBy(queueId)).toBe(idle.id);
  });

  test("of many at once leaves the triggers of the last one, with one at every instant", async () => {
    const { queueId, first, second, draft } = await automation();
    const drafts = [await draft({ [queueId]: { agent_id: first } })];
    await activate(drafts[0] as Revision);
    drafts.push(await draft({ [queueId]: { agent_id: second } }));
    const seen = new Set<number>();
    const stop = new AbortController();
    const watch = (async () => {
      while (!stop.signal.aborted) {
        const { rows } = await service.pool.query("select 1 from case_triggers where queue_id = $1 and enabled", [queueId]);
        seen.add(rows.length);
      }
    })();
    const hand = async (agent_id: string) => {
      const trigger_id = (await triggerOf(agent_id))?.id ?? "";
      for (const enabled of [true, false])
        await service.call(updateAgentCaseTrigger, { params: { agent_id, trigger_id }, body: { enabled } });
    };
    await Promise.all(
      Array.from({ length: 12 }, async (_, i) => {
        await service.call(activateAutomationRevision, { params: drafts[i % 2] as Revision, body: {} });
        await hand(i % 3 ? first : second);
      }),
    );
    stop.abort();
    await watch;
    expect([...seen]).toEqual([1]);
    const { routing } = await service.ok(getQueueTriggers, { params: { queue_id: queueId } });
    expect(await triggerOf(routing?.agent_id ?? "")).toMatchObject({ case_queue_id: queueId, enabled: true });
  });
});

test("a start that was under way when the agent's trigger was disabled does not happen", async () => {
  const queueId = await queueIn(service);
  const { id } = await agentOn(service, works, { consumes: [queueId] });
  await byHand(id, queueId);
  // Holds the agent as an activation does, until a start waits for it.
  const holder = await service.pool.connect();
  await holder.query("begin");
  await holder.query("select from agents where id = $1 for no key update", [id]);
  const [waiting = ""] = await addCases(service, queueId, { title: "Late" });
  const blocked = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await expect.poll(async () => (await service.pool.query(blocked)).rows.length, { interval: 20 }).toBeGreaterThan(0);
  await holder.query("update case_triggers set enabled = false where agent_id = $1", [id]);
  await holder.query("commit");
  holder.release();
  const elsewhere = await queueIn(service);
  const { id: control } = await agentOn(service, works, { consumes: [elsewhere] });
  await byHand(control, elsewhere);
  expect(await workedBy(elsewhere)).toBe(control);
  expect((await caseOf(service, waiting)).case).toMatchObject({ status: "pending", claimed_by_run_id: null });
});

test("a trigger that an active revision decides about is changed by hand only towards what it says", async () => {
  const { automation_id, queueId, first, second, draft } = await automation();
  await activate(await draft({ [queueId]: { agent_id: first } }));
  const { routing } = await service.ok(getQueueTriggers, { params: { queue_id: queueId } }, { as: "member" });
  expect(routing).toMatchObject({ automation_id, automation_name: "Refunds", revision_number: 1, agent_id: first, enabled: true });
  const params = { agent_id: first, trigger_id: (await triggerOf(first))?.id ?? "" };
  const elsewhere = await queueIn(service);
  for (const body of [{ enabled: false }, { case_queue_id: elsewhere }]) {
    const { message } = await service.fails(updateAgentCaseTrigger, { params, body }, "routed_by_revision");
    expect(message).toContain("Revision 1 of the automation “Refunds”");
  }
  await service.fails(deleteAgentCaseTrigger, { params }, "routed_by_revision");
  const rival = { params: { agent_id: second }, body: { case_queue_id: queueId, enabled: true } };
  await service.fails(createAgentCaseTrigger, rival, "routed_by_revision");
  const assignment = { to: "queue", case_trigger: rival.body } as const;
  await service.fails(assignAgent, { params: { agent_id: second }, body: { assignment } }, "routed_by_revision");
  await service.ok(updateAgentCaseTrigger, { params, body: { concurrency: 1, enabled: true } });
  expect(await triggerOf(first)).toMatchObject({ enabled: true, concurrency: 1 });

  // Outside the automation people decide, also about its agents.
  const { case_trigger } = await byHand(second, elsewhere);
  const moved = { params: { agent_id: second, trigger_id: case_trigger.id }, body: { case_queue_id: queueId } };
  await service.fails(updateAgentCaseTrigger, moved, "routed_by_revision");
  await service.ok(deleteAgentCaseTrigger, { params: moved.params });

  await activate(await draft({ [queueId]: { enabled: false } }));
  await service.fails(updateAgentCaseTrigger, { params, body: { enabled: true } }, "routed_by_revision");
  expect(await triggerOf(first)).toMatchObject({ enabled: false, concurrency: 1 });
});
