import { afterAll, beforeAll, expect, test } from "vitest";
import { attachRevisionIntegrations } from "#contract/agents/slots.ts";
import { createConnection, deleteConnection, updateConnection } from "#contract/connections/connections.ts";
import { giveUpConnectionGrant, previewGivingUpConnectionGrant } from "#contract/connections/granted-connections.ts";
import { grantConnection, listConnectionGrants, updateConnectionSharing } from "#contract/connections/grants.ts";
import { listIntegrations } from "#contract/connections/integrations.ts";
import { pinRevisionIntegrationConnection } from "#contract/connections/slot-pins.ts";
import { listNotifications } from "#contract/notifications/notifications.ts";
import { createSchedule, listAgentSchedules } from "#contract/schedules/schedules.ts";
import { listAgentTriggers, tryTriggerFilter, upsertAgentTrigger } from "#contract/schedules/event-triggers.ts";
import { agentWith, scripted, settled } from "#server/testing/agents.ts";
import { type TestMcpServer, startMcpServer } from "#server/testing/mcp-server.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { lookAgain, matchesOf, outcomesOf } from "./looks.cases.ts";

let service: TestService;
let mcp: TestMcpServer;
beforeAll(async () => {
  mcp = await startMcpServer();
  service = await startService({ env: { OUTBOUND_ALLOW: mcp.host } });
  await allow(true);
});
afterAll(async () => {
  await service.close();
  await mcp.close();
});

const theirs = { as: "neighbour" } as const;
const allow = (enabled: boolean) =>
  service.ok(updateConnectionSharing, { params: { orgId: service.organizationId }, body: { enabled } }, { as: "director" });

const added = (id: string) => ({ integration_slug: "mcp-resources", trigger_type: "resource_added", integration_instance_id: id }) as const;

/** A connection of the team, with a trigger there and one in the other team that it is granted to. */
async function lent() {
  mcp.resources.clear();
  const body = { name: "Price lists", provider: "user", server_url: mcp.url, auth_method: "url", shared: true } as const;
  const { id } = await service.ok(createConnection, { params: { teamId: service.teamId }, body });
  await service.ok(grantConnection, { params: { connection_id: id }, body: { team_id: service.neighbourTeamId } }, { as: "director" });
  const listens = async (as: "owner" | "neighbour", teamId: string) => {
    const { id: agentId } = await agentWith({ ...service, teamId }, scripted("say Done"), { as });
    const call = { params: { agentId }, body: added(id) };
    const { id: trigger_id, connection_available } = await service.ok(upsertAgentTrigger, call, { as });
    expect(connection_available).toBe(true);
    return { agentId, trigger_id };
  };
  return { id, own: await listens("owner", service.teamId), other: await listens("neighbour", service.neighbourTeamId) };
}
/** A trigger whose connection was taken from its owner. */
const lost = {
  enabled: false,
  auto_disabled_reason: "missing_connection",
  auto_disabled_at: expect.any(String),
  connection_available: false,
};
const triggersOf = async (agentId: string) => (await service.ok(listAgentTriggers, { params: { agentId } }, theirs)).triggers;

/** Whether its deletion was written down, and with what. */
async function deletionOf(trigger: string) {
  const { rows } = await service.pool.query(
    "select team_id, actor_id, data from events where type = 'event_trigger.deleted' and subject_id = $1",
    [trigger],
  );
  return (rows as { data: object }[]).map(({ data, ...row }) => ({ ...row, ...data }));
}

test("a trigger listens to a connection that its team was granted: one look serves both teams", async () => {
  const { id, own, other } = await lent();
  await lookAgain(service, id);
  mcp.resources.set("books://prices/1", "10");
  await lookAgain(service, id);
  const started = [["books://prices/1", "started"]];
  await expect.poll(() => outcomesOf(service, own, "uri")).toEqual(started);
  await expect.poll(() => outcomesOf(service, other, "uri", theirs)).toEqual(started);
  const [match] = await matchesOf(service, other, theirs);
  expect(await settled(service, match?.run_id ?? "", undefined, theirs)).toMatchObject({
    agent_id: other.agentId,
    user_id: service.ids.neighbour,
  });
  const { rows } = await service.pool.query("select count(*)::int as n from trigger_events where source_id = $1", [id]);
  expect(rows).toEqual([{ n: 1 }]);
});

test("a filter is tried on what came since the grant, and in its own team on all", async () => {
  const { id, own, other } = await lent();
  await lookAgain(service, id);
  mcp.resources.set("books://prices/3", "10");
  await lookAgain(service, id);
  const tried = async ({ agentId }: typeof own, as: "owner" | "neighbour") =>
    (await service.ok(tryTriggerFilter, { params: { agentId }, body: added(id) }, { as })).events.length;
  expect([await tried(own, "owner"), await tried(other, "neighbour")]).toEqual([1, 1]);
  await service.pool.query("update connection_grants set created_at = now() where connection_id = $1", [id]);
  expect([await tried(own, "owner"), await tried(other, "neighbour")]).toEqual([1, 0]);
});

test("it hears nothing while the organization does not allow it, and is paused when the grant ends", async () => {
  const { id, own, other } = await lent();
  await lookAgain(service, id);
  await allow(false);
  mcp.resources.set("books://prices/2", "10");
  await lookAgain(service, id);
  await expect.poll(() => outcomesOf(service, own, "uri")).toEqual([["books://prices/2", "started"]]);
  expect(await matchesOf(service, other, theirs)).toEqual([]);
  expect(await triggersOf(other.agentId)).toMatchObject([{ connection_available: false }]);
  const saved = (enabled: boolean) => ({ params: { agentId: other.agentId }, body: { ...added(id), enabled } });
  expect(await service.ok(upsertAgentTrigger, saved(false), theirs)).toMatchObject({ id: other.trigger_id, enabled: false });
  await service.fails(upsertAgentTrigger, saved(true), "invalid_request", theirs);
  await allow(true);
  await service.ok(upsertAgentTrigger, saved(true), theirs);
  const { grants } = await service.ok(listConnectionGrants, { params: { connection_id: id } });
  expect(grants).toMatchObject([{ live_agents: 1, all_agents: 1 }]);
  const params = { teamId: service.neighbourTeamId, connection_id: id };
  expect(await service.ok(previewGivingUpConnectionGrant, { params }, theirs)).toMatchObject({
    deleted: [],
    stops: [{ kind: "pausedTriggers", count: 1 }],
  });
  await service.ok(giveUpConnectionGrant, { params }, theirs);
  expect(await triggersOf(other.agentId)).toMatchObject([lost]);
  await service.fails(upsertAgentTrigger, saved(true), "invalid_request", theirs);
  const told = async () =>
    (await service.ok(listNotifications, { params: { teamId: service.neighbourTeamId }, query: {} }, theirs)).notifications
      .filter(({ agent_id }) => agent_id === other.agentId)
      .map(({ type, title, read_at }) => [type, title, read_at]);
  await expect.poll(told).toEqual([["schedule_issue", "Agent: an event trigger is paused", null]]);
});

test("a share that is taken back pauses the triggers and schedules of others, and deletes none", async () => {
  const server = { name: "Price lists", provider: "user", server_url: mcp.url, auth_method: "url", shared: true } as const;
  const { id } = await service.ok(createConnection, { params: { teamId: service.teamId }, body: server });
  const { id: agentId, buildId: build_id } = await agentWith(service, scripted("say Done"));
  const { integrations } = await service.ok(listIntegrations, { params: { teamId: service.teamId } });
  const params = { agent_id: agentId, build_id, integration_id: integrations.find(({ type }) => type === "custom_mcp")?.id ?? "" };
  await service.ok(attachRevisionIntegrations, { params, body: { integration_ids: [params.integration_id] } });
  const member = { as: "member" } as const;
  await service.ok(pinRevisionIntegrationConnection, { params, body: { connection_id: id } }, member);
  const body = { ...added(id), filter_config: { uri_contains: "prices" } };
  const trigger = await service.ok(upsertAgentTrigger, { params: { agentId }, body }, member);
  const timing = { enabled: true, frequency: "daily", time: "09:00", timezone: "Europe/Berlin" } as const;
  const schedule = await service.ok(createSchedule, { params: { agent_id: agentId }, body: timing }, member);
  await service.ok(updateConnection, { params: { connection_id: id }, body: { shared: false } });
  const [kept] = (await service.ok(listAgentTriggers, { params: { agentId } }, member)).triggers;
  expect(kept).toMatchObject({ ...lost, id: trigger.id, filter_config: { uri_contains: "prices" } });
  const { schedules } = await service.ok(listAgentSchedules, { params: { agent_id: agentId } }, member);
  expect(schedules).toMatchObject([{ id: schedule.id, enabled: false, auto_disabled_reason: "missing_connection", next_fire_at: null }]);
  const told = async () =>
    (await service.ok(listNotifications, { params: { teamId: service.teamId }, query: {} }, member)).notifications
      .filter(({ agent_id }) => agent_id === agentId)
      .map(({ title }) => title)
      .toSorted();
  await expect.poll(told).toEqual(["Agent: a schedule is paused", "Agent: an event trigger is paused"]);
});

test("it is paused where the connection is taken back for one person, and deleted with the connection", async () => {
  const { id, own, other } = await lent();
  await service.ok(updateConnection, { params: { connection_id: id }, body: { shared: false } });
  expect(await triggersOf(other.agentId)).toMatchObject([lost]);
  expect((await service.ok(listAgentTriggers, { params: { agentId: own.agentId } })).triggers).toHaveLength(1);
  await service.ok(deleteConnection, { params: { connection_id: id } });
  expect(await deletionOf(own.trigger_id)).toMatchObject([{ reason: "connection_gone", team_id: service.teamId }]);
});
