import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createAgent } from "#contract/agents/agents.ts";
import { attachRevisionIntegrations } from "#contract/agents/slots.ts";
import { createConnection, listConnections } from "#contract/connections/connections.ts";
import { giveUpConnectionGrant, previewGivingUpConnectionGrant } from "#contract/connections/granted-connections.ts";
import { grantConnection, listConnectionGrants, updateConnectionSharing } from "#contract/connections/grants.ts";
import { listRevisionConnections, pinRevisionIntegrationConnection } from "#contract/connections/slot-pins.ts";
import { listNotifications } from "#contract/notifications/notifications.ts";
import { builtInIntegrations, customType } from "#server/connections/integrations/catalogue.ts";
import { keepTools } from "#server/connections/mcp/connection-tools.store.ts";
import { breakConnection } from "#server/connections/oauth/renewal.ts";
import { scripted } from "#server/testing/agents.ts";
import type { PersonName } from "#server/testing/people.ts";
import { type TestService, startService } from "#server/testing/service.ts";

const anyServer = builtInIntegrations.find(({ type }) => type === customType)?.id ?? "";
const as = { as: "neighbour" } as const;
let service: TestService;
beforeAll(async () => {
  service = await startService();
  await service.ok(updateConnectionSharing, { params: { orgId: service.organizationId }, body: { enabled: true } }, { as: "director" });
});
afterAll(() => service.close());

/** A connection of the team that its neighbour uses. */
async function lent(name: string) {
  const body = { name, provider: "user", auth_method: "url", server_url: "https://ledger.example.com/mcp", shared: true } as const;
  const { id: connection_id } = await service.ok(createConnection, { params: { teamId: service.teamId }, body });
  await service.ok(grantConnection, { params: { connection_id }, body: { team_id: service.neighbourTeamId } }, { as: "director" });
  return { teamId: service.neighbourTeamId, connection_id };
}

test("a granted connection is given up by a Manager of the team that uses it, who sees first who stops", async () => {
  const params = await lent("Ledger");
  const build = { name: "First", config: scripted("say Done") };
  const made = await service.ok(createAgent, { params: { teamId: params.teamId }, body: { name: "Borrower", build } }, as);
  const { id } = made.agent;
  const revision = { agent_id: id, build_id: made.build?.id ?? "" };
  await service.ok(attachRevisionIntegrations, { params: revision, body: { integration_ids: [anyServer] } }, as);
  const slot = { ...revision, integration_id: anyServer };
  await service.ok(pinRevisionIntegrationConnection, { params: slot, body: { connection_id: params.connection_id } }, as);
  expect(await service.ok(previewGivingUpConnectionGrant, { params }, as)).toEqual({
    deleted: [],
    stops: [{ kind: "live", count: 1, named: [{ id, name: "Borrower" }] }],
    changes: [],
  });
  await service.ok(giveUpConnectionGrant, { params }, as);
  expect((await service.ok(listRevisionConnections, { params: revision }, as)).slots).toMatchObject([{ pinned: [], available: [] }]);
  expect((await service.ok(listConnections, { params: { teamId: params.teamId }, query: {} }, as)).total).toBe(0);
  const { grants } = await service.ok(listConnectionGrants, { params: { connection_id: params.connection_id } });
  expect(grants).toEqual([]);
  for (const endpoint of [giveUpConnectionGrant, previewGivingUpConnectionGrant]) {
    await service.fails(endpoint, { params }, "not_found", as);
    await service.fails(endpoint, { params: { ...params, teamId: service.teamId } }, "not_found");
  }
});

test("what its server offers is told in both teams", async () => {
  const { teamId, connection_id: id } = await lent("Ledger with tools");
  const told = new Set<string>();
  for (const team of [service.teamId, teamId])
    onTestFinished(service.app.services.live.subscribe(team, ({ topic }) => void told.add(`${team} ${topic}`)));
  const digest = "a".repeat(64);
  const tool = { digest, name: "look", shown_name: "look", description: "", input_schema: {}, reads_only: true, destroys: false };
  const connection = { id, server_url: "https://ledger.example.com/mcp", team_id: service.teamId, user_id: null };
  await keepTools(service.app.services, connection, [tool]);
  expect([...told].toSorted()).toEqual([`${service.teamId} revision_slot`, `${teamId} revision_slot`].toSorted());
});

test("that a connection broke is told once in both teams, and is over for the one that gives it up", async () => {
  const params = await lent("Ledger that breaks");
  const of = { id: params.connection_id, team_id: service.teamId, user_id: null, generation: 0 };
  for (let twice = 0; twice < 2; twice++) await breakConnection(service.app.services, of, "unauthorized");
  const told = async (teamId: string, who: PersonName) => {
    const { notifications } = await service.ok(listNotifications, { params: { teamId }, query: {} }, { as: who });
    return notifications.map(({ type, title, body, resolved_at }) => ({ type, title, body, over: resolved_at !== null }));
  };
  const both = { type: "connection_broken", title: "The connection “Ledger that breaks” is broken", over: false };
  const own = { ...both, body: "The server refused its keys. Reconnect it." };
  const theirs = { ...both, body: "It is a connection of the team “Team”. A Manager there can reconnect it." };
  const toldBoth = () => Promise.all([told(service.teamId, "owner"), told(params.teamId, "neighbour")]);
  await expect.poll(toldBoth).toEqual([[own], [theirs]]);
  await service.ok(giveUpConnectionGrant, { params }, as);
  await expect.poll(toldBoth).toEqual([[own], [{ ...theirs, over: true }]]);
});
