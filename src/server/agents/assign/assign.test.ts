import { afterAll, beforeAll, expect, test } from "vitest";
import { assignAgent, getAgentReadiness } from "#contract/schedules/assign.ts";
import { createAgent } from "#contract/agents/agents.ts";
import { attachRevisionIntegrations } from "#contract/agents/slots.ts";
import { createConnection } from "#contract/connections/connections.ts";
import { createCustomIntegration } from "#contract/connections/integrations.ts";
import { pinRevisionIntegrationConnection } from "#contract/connections/slot-pins.ts";
import type { CallInput } from "#contract/endpoint.ts";
import { listTriggerMatches } from "#contract/schedules/event-triggers.ts";
import { listScheduleFirings } from "#contract/schedules/schedule-firings.ts";
import { listAgentSchedules, updateSchedule } from "#contract/schedules/schedules.ts";
import { agentWith, scripted } from "#server/testing/agents.ts";
import { addCases, agentOn, queueIn } from "#server/testing/cases.ts";
import { type CallOptions, type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

type Assignment = CallInput<typeof assignAgent>["body"]["assignment"];
const timing = { enabled: true, frequency: "daily", time: "02:00", timezone: "UTC" } as const;
/** Due only when the test says so, at whatever minute it runs. */
const onlyByHand = { frequency: "custom", time: null, cron: "0 0 29 2 *" } as const;
const nightly: Assignment = { to: "schedule", schedule: timing };
const onCase: Assignment = { to: "event", trigger: { integration_slug: "cases", trigger_type: "case_created" } };
const assign = (agent_id: string, assignment: Assignment, options?: CallOptions) =>
  service.ok(assignAgent, { params: { agent_id }, body: { assignment } }, options);
const refused = (agent_id: string, assignment: Assignment, code: string, options?: CallOptions) =>
  service.fails(assignAgent, { params: { agent_id }, body: { assignment } }, code, options);
const readiness = (agent_id: string) => service.ok(getAgentReadiness, { params: { agent_id } });

/** An agent whose live revision needs a connection that nobody has chosen. */
async function lacking() {
  const { id: agent_id, buildId: build_id } = await agentWith(service, scripted("say Done"));
  const server_url = `https://${agent_id}.example.com/mcp`;
  const integration = { name: "Ledger", auth_method: "url", server_url } as const;
  const { id } = await service.ok(createCustomIntegration, {
    params: { teamId: service.teamId },
    body: { ...integration, name: `Ledger ${agent_id}` },
  });
  await service.ok(attachRevisionIntegrations, { params: { agent_id, build_id }, body: { integration_ids: [id] } });
  const choose = async () => {
    const body = { name: "Ledger", provider: "user", auth_method: "url", custom_integration_id: id } as const;
    const { id: connection_id } = await service.ok(createConnection, { params: { teamId: service.teamId }, body });
    await service.ok(pinRevisionIntegrationConnection, { params: { agent_id, build_id, integration_id: id }, body: { connection_id } });
    return connection_id;
  };
  return { agent_id, build_id, choose };
}

test("an agent is put on a queue, a timetable or an event, each in one write", async () => {
  const queue = await queueIn(service);
  const { id } = await agentOn(service, scripted("call claim_case {}"), { consumes: [queue] });
  expect((await readiness(id)).queues.map((each) => each.id)).toEqual([queue]);
  const made = await assign(id, { to: "queue", case_trigger: { case_queue_id: queue, enabled: true } });
  expect(made).toMatchObject({ case_trigger: { case_queue_id: queue, enabled: true }, schedule: null, trigger: null });
  expect((await assign(id, nightly, { as: "member" })).schedule).toMatchObject({ frequency: "daily", user_id: service.ids.member });
  expect((await assign(id, onCase, { as: "member" })).trigger).toMatchObject({ trigger_type: "case_created", enabled: true });
  await refused(id, { to: "queue", case_trigger: { case_queue_id: queue, enabled: true } }, "has_trigger");
  const { rows } = await service.pool.query("select type from events where data ->> 'agent_id' = $1 order by id", [id]);
  expect(rows.map(({ type }) => type)).toEqual(expect.arrayContaining(["case_trigger.created", "schedule.created", "event_trigger.saved"]));
});

test("an agent that does not handle a queue yet is put on it in one write", async () => {
  const [first, second] = [await queueIn(service), await queueIn(service)];
  const { id, buildId } = await agentOn(service, scripted("call complete_case {}"), { consumes: [first] });
  await addCases(service, second, { title: "Waits" });
  const onSecond: Assignment = { to: "queue", case_trigger: { case_queue_id: second, enabled: true } };
  await refused(id, onSecond, "not_a_consumer");
  await refused(id, { ...onSecond, adds_queue: true }, "forbidden", { as: "member" });
  const strange = { case_queue_id: crypto.randomUUID(), enabled: true };
  await refused(id, { to: "queue", case_trigger: strange, adds_queue: true }, "invalid_request");
  expect(await readiness(id)).toMatchObject({ may_change: true, queues: [{ id: first }] });
  const { case_trigger } = await assign(id, { ...onSecond, adds_queue: true });
  expect(case_trigger).toMatchObject({ case_queue_id: second, enabled: true });
  expect((await readiness(id)).queues.map((each) => each.id).toSorted()).toEqual([first, second].toSorted());
  const { rows } = await service.pool.query("select type from events where subject_id = $1", [buildId]);
  expect(rows.map(({ type }) => type)).toContain("revision.connections_changed");
  const member = await service.ok(getAgentReadiness, { params: { agent_id: id } }, { as: "member" });
  expect(member.may_change).toBe(false);
});

test("what cannot work is refused, and says what to mend", async () => {
  const { agent: empty } = await service.ok(createAgent, { params: { teamId: service.teamId }, body: { name: "Empty" } });
  expect(await readiness(empty.id)).toEqual({ live_build_id: null, missing: [], queues: [], may_change: true });
  await refused(empty.id, nightly, "no_live_revision");
  const queue = await queueIn(service);
  const { id } = await agentWith(service, scripted("say Done"));
  const onQueue: Assignment = { to: "queue", case_trigger: { case_queue_id: queue, enabled: true } };
  await refused(id, onQueue, "not_a_consumer");
  await refused(id, onQueue, "forbidden", { as: "member" });
  const { agent_id, build_id, choose } = await lacking();
  const found = await readiness(agent_id);
  expect(found.missing).toMatchObject([{ build_id, broken: false }]);
  expect(await refused(agent_id, nightly, "missing_connection")).toMatchObject({ missing: found.missing });
  const connection_id = await choose();
  expect((await readiness(agent_id)).missing).toEqual([]);
  await service.pool.query("update connections set broken_at = now() where id = $1", [connection_id]);
  expect((await readiness(agent_id)).missing).toMatchObject([{ broken: true }]);
  await service.pool.query("update connections set broken_at = null where id = $1", [connection_id]);
  await assign(agent_id, nightly);
});

test("a person may have a limit of schedules on an agent", async () => {
  const { id } = await agentWith(service, scripted("say Done"));
  await service.pool.query(
    `insert into schedules (id, agent_id, user_id, enabled, frequency, timezone, catch_up, overlap, zone_rules)
     select gen_random_uuid(), $1, $2, false, 'hourly', 'UTC', 'one', 'skip', '2026a' from generate_series(1, 100)`,
    [id, service.ids.owner],
  );
  await refused(id, nightly, "too_many");
});

test("a schedule and a trigger that miss a connection start nothing, say so at once, and are paused after three times and a day", async () => {
  const { agent_id, choose } = await lacking();
  const connection_id = await choose();
  const { schedule } = await assign(agent_id, { to: "schedule", schedule: { ...timing, ...onlyByHand } });
  const { trigger } = await assign(agent_id, onCase);
  const queue = await queueIn(service);
  await service.pool.query("update connections set broken_at = now() where id = $1", [connection_id]);
  const own = async () => (await service.ok(listAgentSchedules, { params: { agent_id } })).schedules[0];
  const due = async (failures: number) => {
    await service.pool.query("update schedules set next_fire_at = date_trunc('minute', now()) - make_interval(mins => $2) where id = $1", [
      schedule?.id,
      10 - failures,
    ]);
    await expect.poll(async () => (await own())?.consecutive_missing_connection_failures).toBe(failures);
    return own();
  };
  expect(await due(1)).toMatchObject({ enabled: true, auto_disabled_at: null, first_missing_connection_failure_at: expect.any(String) });
  const firings = { params: { agent_id, schedule_id: schedule?.id ?? "" }, query: {} };
  expect((await service.ok(listScheduleFirings, firings)).firings[0]).toMatchObject({ outcome: "missing_connection", run_id: null });
  expect(await due(2)).toMatchObject({ enabled: true });
  expect(await due(3)).toMatchObject({ enabled: true });
  for (const table of ["schedules", "event_triggers"])
    await service.pool.query(`update ${table} set first_missing_connection_failure_at = now() - interval '25 h' where agent_id = $1`, [
      agent_id,
    ]);
  expect(await due(4)).toMatchObject({ enabled: false, next_fire_at: null, auto_disabled_reason: "missing_connection" });
  const params = { agent_id, schedule_id: schedule?.id ?? "" };
  expect(await service.ok(updateSchedule, { params, body: { enabled: true } })).toMatchObject({
    consecutive_missing_connection_failures: 0,
    auto_disabled_at: null,
  });

  const matches = async () =>
    (await service.ok(listTriggerMatches, { params: { agentId: agent_id, trigger_id: trigger?.id ?? "" }, query: {} })).matches;
  await addCases(service, queue, { title: "First" });
  await expect.poll(async () => (await matches()).map(({ outcome }) => outcome)).toEqual(["missing_connection"]);
  await service.pool.query("update connections set broken_at = null where id = $1", [connection_id]);
  await addCases(service, queue, { title: "Second" });
  await expect.poll(async () => (await matches())[0]?.outcome).toBe("started");
  const { rows } = await service.pool.query("select consecutive_missing_connection_failures as n from event_triggers where agent_id = $1", [
    agent_id,
  ]);
  expect(rows).toEqual([{ n: 0 }]);
});
