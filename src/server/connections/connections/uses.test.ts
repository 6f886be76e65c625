import { afterAll, beforeAll, expect, test } from "vitest";
import * as contract from "#contract/connections/connections.ts";
import {
  getConnectionSharing,
  grantConnection,
  previewConnectionGrantRevocation,
  updateConnectionSharing,
} from "#contract/connections/grants.ts";
import { upsertAgentTrigger } from "#contract/schedules/event-triggers.ts";
import { agentWith, scripted } from "#server/testing/agents.ts";
import type { PersonName } from "#server/testing/people.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

test("whoever listens to a connection uses it: counted, named on its page and before it goes, to people of their own team", async () => {
  const orgId = service.organizationId;
  await service.ok(updateConnectionSharing, { params: { orgId }, body: { enabled: true } }, { as: "director" });
  const { connection_id, teamId } = { connection_id: await connect(), teamId: service.teamId };
  await service.ok(grantConnection, { params: { connection_id }, body: { team_id: service.neighbourTeamId } }, { as: "director" });
  const [active, paused] = [await agentWith(service, scripted("say Done")), await agentWith(service, scripted("say Done"))];
  const theirs = await agentWith({ ...service, teamId: service.neighbourTeamId }, scripted("say Done"), { as: "neighbour" });
  const listens = (agentId: string, enabled: boolean, as: PersonName) => {
    const body = {
      integration_slug: "mcp-resources",
      trigger_type: "resource_added",
      integration_instance_id: connection_id,
      enabled,
    } as const;
    return service.ok(upsertAgentTrigger, { params: { agentId }, body }, { as });
  };
  await listens(active.id, true, "owner");
  for (const person of ["owner", "manager"] as const) await listens(paused.id, false, person);
  await listens(theirs.id, true, "neighbour");

  const params = { connection_id };
  const { uses, total, listeners, total_listeners } = await service.ok(contract.listConnectionUses, { params }, { as: "member" });
  expect([uses, total, total_listeners]).toEqual([[], 0, 2]);
  expect(listeners.map((one) => [one.agent_id, one.triggers, one.active])).toEqual([
    [active.id, 1, 1],
    [paused.id, 2, 0],
  ]);
  const counts = { live_agents: 1, all_agents: 2 };
  expect(await service.ok(contract.getConnection, { params })).toMatchObject(counts);
  expect((await service.ok(contract.listConnections, { params: { teamId }, query: {} })).integrations).toMatchObject([counts]);
  expect((await service.ok(getConnectionSharing, { params: { orgId } })).live_agents).toBe(1);

  const deletion = await service.ok(contract.previewConnectionDeletion, { params });
  expect(deletion.deleted).toMatchObject([{ kind: "eventTriggers", count: 4 }]);
  expect(deletion.deleted[0]?.named.map(({ id }) => id).toSorted()).toEqual([active.id, paused.id].toSorted());
  const revocation = async (as: PersonName) =>
    (await service.ok(previewConnectionGrantRevocation, { params: { ...params, team_id: service.neighbourTeamId } }, { as })).stops;
  expect(await revocation("owner")).toEqual([{ kind: "pausedTriggers", count: 1, named: [] }]);
  expect(await revocation("director")).toMatchObject([{ kind: "pausedTriggers", count: 1, named: [{ id: theirs.id }] }]);
});

async function connect(): Promise<string> {
  const body = {
    name: "Price lists",
    provider: "user",
    server_url: "https://prices.example.com/mcp",
    auth_method: "url",
    shared: true,
  } as const;
  return (await service.ok(contract.createConnection, { params: { teamId: service.teamId }, body })).id;
}
