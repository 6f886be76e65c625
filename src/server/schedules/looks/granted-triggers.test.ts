import { afterAll, beforeAll, expect, test } from "vitest";
import { createConnection, deleteConnection, updateConnection } from "#contract/connections/connections.ts";
import { giveUpConnectionGrant, previewGivingUpConnectionGrant } from "#contract/connections/granted-connections.ts";
import { grantConnection, listConnectionGrants, updateConnectionSharing } from "#contract/connections/grants.ts";
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

test("it hears nothing while the organization does not allow it, and is deleted when the grant ends", async () => {
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
    deleted: [{ kind: "eventTriggers", count: 1 }],
  });
  await service.ok(giveUpConnectionGrant, { params }, theirs);
  expect(await triggersOf(other.agentId)).toEqual([]);
  const gone = { team_id: service.neighbourTeamId, actor_id: service.ids.neighbour, reason: "connection_gone", dropped_events: 0 };
  expect(await deletionOf(other.trigger_id)).toEqual([{ ...gone, agent_id: other.agentId }]);
});

test("it is deleted where the connection is taken back for one person", async () => {
  const { id, own, other } = await lent();
  await service.ok(updateConnection, { params: { connection_id: id }, body: { shared: false } });
  expect(await triggersOf(other.agentId)).toEqual([]);
  expect(await deletionOf(other.trigger_id)).toMatchObject([{ reason: "connection_gone", actor_id: service.ids.owner }]);
  expect((await service.ok(listAgentTriggers, { params: { agentId: own.agentId } })).triggers).toHaveLength(1);
  await service.ok(deleteConnection, { params: { connection_id: id } });
  expect(await deletionOf(own.trigger_id)).toMatchObject([{ reason: "connection_gone", team_id: service.teamId }]);
});
