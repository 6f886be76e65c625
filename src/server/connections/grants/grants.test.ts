import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAgent } from "#contract/agents/agents.ts";
import { attachRevisionIntegrations } from "#contract/agents/slots.ts";
import { createConnection, deleteConnection, getConnection, listConnections, updateConnection } from "#contract/connections/connections.ts";
import { giveUpConnectionGrant } from "#contract/connections/granted-connections.ts";
import * as contract from "#contract/connections/grants.ts";
import { listRevisionConnections, pinRevisionIntegrationConnection } from "#contract/connections/slot-pins.ts";
import { listSlotTools, refreshSlotTools } from "#contract/connections/slot-tools.ts";
import { startTeamRun } from "#contract/runs/runs.ts";
import { builtInIntegrations, customType } from "#server/connections/integrations/catalogue.ts";
import { missingConnections } from "#server/schedules/missing/missing-connections.store.ts";
import { messagesOf, scripted, settled } from "#server/testing/agents.ts";
import { startMcpServer, said, type TestMcpServer } from "#server/testing/mcp-server.ts";
import type { PersonName } from "#server/testing/people.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { allowTools } from "#server/testing/slot-tools.ts";

const anyServer = builtInIntegrations.find(({ type }) => type === customType)?.id ?? "";
let server: TestMcpServer;
let service: TestService;
beforeAll(async () => {
  server = await startMcpServer([{ name: "look", inputSchema: { type: "object" } }]);
  server.call = () => said("found");
  service = await startService({ env: { OUTBOUND_ALLOW: server.host } });
  await allow(true);
});
afterAll(async () => {
  await service.close();
  await server.close();
});

const allow = (enabled: boolean) =>
  service.ok(contract.updateConnectionSharing, { params: { orgId: service.organizationId }, body: { enabled } }, { as: "director" });
const connect = async (shared = true, as: PersonName = "owner", name = "Ledger") => {
  const body = { name, provider: "user", auth_method: "headers", server_url: server.url, shared } as const;
  const headers = { secret: { Authorization: "Bearer example-secret" } };
  return (await service.ok(createConnection, { params: { teamId: service.teamId }, body: { ...body, headers } }, { as })).id;
};
const to = (connection_id: string, team_id = service.neighbourTeamId) => ({ params: { connection_id }, body: { team_id } });
const grant = (connection_id: string) => service.ok(contract.grantConnection, to(connection_id), { as: "director" });
const revoke = (connection_id: string) =>
  service.ok(contract.revokeConnectionGrant, { params: { connection_id, team_id: service.neighbourTeamId } });
const listed = async (teamId = service.neighbourTeamId, as: PersonName = "neighbour") =>
  service.ok(listConnections, { params: { teamId }, query: { search: "ledger" } }, { as });
const idsListed = async () => (await listed()).integrations.map(({ id }) => id);

/** An agent of the other team with a live revision whose runs may use the connection. */
async function lentAgent(connection_id: string) {
  const build = { name: "First", config: scripted("call any_mcp_server__look {}", "say {{last}}") };
  const params = { teamId: service.neighbourTeamId };
  const { agent, build: made } = await service.ok(createAgent, { params, body: { name: "Borrower", build } }, { as: "neighbour" });
  const revision = { agent_id: agent.id, build_id: made?.id ?? "" };
  const slot = { ...revision, integration_id: anyServer };
  await service.ok(attachRevisionIntegrations, { params: revision, body: { integration_ids: [anyServer] } }, { as: "neighbour" });
  await service.ok(pinRevisionIntegrationConnection, { params: slot, body: { connection_id } }, { as: "neighbour" });
  await allowTools(service, slot, "neighbour");
  return { agentId: agent.id, revision, slot };
}
const missing = async (agentId: string) => missingConnections(service.app.services.store.db, agentId, service.ids.neighbour);
const run = async (agentId: string) => {
  const as = { as: "neighbour" } as const;
  const { run: started } = await service.ok(startTeamRun, { params: { teamId: service.neighbourTeamId }, body: { agent_id: agentId } }, as);
  await settled(service, started.id, undefined, as);
  return JSON.stringify(await messagesOf(service, started.id, as));
};

describe("a connection that is granted to another team", () => {
  it("is in its list with the team it comes from, and is neither read nor changed there", async () => {
    const id = await connect();
    await connect(false, "owner", "Ledger of my own");
    expect(await idsListed()).toEqual([]);
    expect(await grant(id)).toMatchObject({ team_id: service.neighbourTeamId, granted_by_name: "director", live_agents: 0 });
    const { integrations, total } = await listed();
    expect(total).toBe(1);
    expect(integrations).toMatchObject([
      { id, team_id: service.teamId, user_id: null, granted_from: { id: service.teamId, name: "Team" } },
    ]);
    expect((await listed(service.teamId, "owner")).integrations.map(({ granted_from }) => granted_from)).toEqual([null, null]);
    for (const endpoint of [getConnection, deleteConnection, contract.listConnectionGrants])
      await service.fails(endpoint, { params: { connection_id: id } }, "not_found", { as: "neighbour" });
    await service.fails(updateConnection, { params: { connection_id: id }, body: { name: "Ours" } }, "not_found", { as: "neighbour" });
    await service.ok(deleteConnection, { params: { connection_id: id } });
    expect(await idsListed()).toEqual([]);
  });

  it("serves its runs until it is revoked, which tells who stops first", async () => {
    const id = await connect();
    await grant(id);
    const { agentId, revision, slot } = await lentAgent(id);
    expect(await run(agentId)).toContain("found");
    expect(await missing(agentId)).toEqual([]);
    const params = { connection_id: id };
    const { grants } = await service.ok(contract.listConnectionGrants, { params }, { as: "member" });
    expect(grants).toMatchObject([{ team_name: "Neighbour team", live_agents: 1, all_agents: 1 }]);
    expect(await service.ok(getConnection, { params })).toMatchObject({ live_agents: 0, all_agents: 0 });
    const preview = (as: PersonName) =>
      service.ok(contract.previewConnectionGrantRevocation, { params: { ...params, team_id: service.neighbourTeamId } }, { as });
    expect((await preview("director")).stops).toEqual([{ kind: "live", count: 1, named: [{ id: agentId, name: "Borrower" }] }]);
    expect((await preview("owner")).stops).toEqual([{ kind: "live", count: 1, named: [] }]);
    await revoke(id);
    expect(await run(agentId)).toContain("No connection is chosen");
    expect(await missing(agentId)).toMatchObject([{ broken: false }]);
    const { slots } = await service.ok(listRevisionConnections, { params: revision }, { as: "neighbour" });
    expect(slots).toMatchObject([{ pinned: [], available: [] }]);
    await service.fails(pinRevisionIntegrationConnection, { params: slot, body: { connection_id: id } }, "not_found", { as: "neighbour" });
    const again = { params: { ...params, team_id: service.neighbourTeamId } };
    await service.fails(contract.revokeConnectionGrant, again, "not_found");
    await service.fails(contract.previewConnectionGrantRevocation, again, "not_found");
  });

  it("serves nobody there while the organization does not allow it, and again afterwards", async () => {
    const id = await connect();
    await grant(id);
    const { agentId, slot } = await lentAgent(id);
    const stopped = { enabled: false, connections: 1, live_agents: 1 };
    expect(await allow(false)).toEqual(stopped);
    const params = { orgId: service.organizationId };
    expect(await service.ok(contract.getConnectionSharing, { params }, { as: "member" })).toEqual(stopped);
    expect(await idsListed()).toEqual([]);
    expect(await missing(agentId)).toHaveLength(1);
    server.requests.length = 0;
    expect(await run(agentId)).not.toContain("found");
    const refreshed = await service.ok(refreshSlotTools, { params: slot }, { as: "neighbour" });
    expect([refreshed.tools, (await service.ok(listSlotTools, { params: slot }, { as: "neighbour" })).tools]).toEqual([[], []]);
    expect(server.requests).toEqual([]);
    await service.fails(contract.grantConnection, to(await connect()), "sharing_off", { as: "director" });
    await allow(true);
    expect(await run(agentId)).toContain("found");
    await revoke(id);
  });

  it("ends where its team takes it back for one person", async () => {
    const id = await connect();
    await grant(id);
    const { agentId } = await lentAgent(id);
    await service.ok(updateConnection, { params: { connection_id: id }, body: { shared: false } });
    expect(await missing(agentId)).toHaveLength(1);
    expect((await service.ok(contract.listConnectionGrants, { params: { connection_id: id } })).grants).toEqual([]);
  });
});

describe("a grant", () => {
  it("is given by a Manager of both teams, of what is shared, once, within the organization", async () => {
    const id = await connect();
    await service.fails(contract.grantConnection, to(id), "not_found", { as: "manager" });
    await service.fails(contract.grantConnection, to(id, service.teamId), "invalid_request", { as: "director" });
    await service.fails(contract.grantConnection, to(id, service.strangerTeamId), "not_found", { as: "director" });
    await service.fails(contract.grantConnection, to(await connect(false)), "not_found", { as: "director" });
    await service.fails(contract.grantConnection, to(await connect(false, "director")), "not_shared", { as: "director" });
    await grant(id);
    await service.fails(contract.grantConnection, to(id), "already_granted", { as: "director" });
    await revoke(id);
  });

  it("is bounded for a connection and for a team", async () => {
    const id = await connect();
    const fill = `with filled as (insert into connections (id, team_id, name, type, provider, server_url, auth_method, created_by)
        select gen_random_uuid(), $1, 'Filler', 'custom_mcp', 'user', 'https://filler.example.com/mcp', 'url', $2 from generate_series(1, $3::int) returning id)
      insert into connection_grants (connection_id, team_id) select id, $4 from filled`;
    await service.pool.query(fill, [service.teamId, service.ids.owner, contract.maxGranted, service.neighbourTeamId]);
    await service.fails(contract.grantConnection, to(id), "too_many", { as: "director" });
    await service.pool.query("delete from connections where name = 'Filler'");
    await service.pool.query(
      `with filled as (insert into teams (id, name) select gen_random_uuid(), 'Filler' from generate_series(1, $2::int) returning id)
       insert into connection_grants (connection_id, team_id) select $1, id from filled`,
      [id, contract.maxGrants],
    );
    await service.fails(contract.grantConnection, to(id), "too_many", { as: "director" });
  });

  it("is recorded for both teams", async () => {
    const id = await connect();
    await grant(id);
    await revoke(id);
    await grant(id);
    const params = { teamId: service.neighbourTeamId, connection_id: id };
    await service.ok(giveUpConnectionGrant, { params }, { as: "neighbour" });
    const { rows } = await service.pool.query<{ type: string; teams: string[] }>(
      "select type, array_agg(distinct team_id order by team_id) as teams from events where subject_id = $1 and data ? 'team_id' group by 1 order by 1",
      [id],
    );
    const teams = [service.teamId, service.neighbourTeamId].toSorted();
    expect(rows).toEqual([
      { type: "connection.grant_given_up", teams },
      { type: "connection.grant_revoked", teams },
      { type: "connection.granted", teams },
    ]);
  });
});
