import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getRevisionAccess } from "#contract/agents/access.ts";
import { createAgent, listAgents } from "#contract/agents/agents.ts";
import { getPromotePreflight } from "#contract/agents/preflight.ts";
import { createRevision, updateRevision } from "#contract/agents/revisions.ts";
import * as contract from "#contract/connections/slot-pins.ts";
import {
  attachRevisionIntegrations,
  listRevisionIntegrations,
  removeRevisionIntegration,
  replaceRevisionIntegrationQueues,
} from "#contract/agents/slots.ts";
import { listAuditEntries } from "#contract/audit/audit.ts";
import { agreeToRevision, getRevisionAgreement } from "#contract/connections/agreements.ts";
import {
  createConnection,
  deleteConnection,
  getConnection,
  listConnectionUses,
  updateConnection,
} from "#contract/connections/connections.ts";
import { createCustomIntegration, deleteCustomIntegration, listIntegrations } from "#contract/connections/integrations.ts";
import { createSchedule } from "#contract/schedules/schedules.ts";
import { agentWith, scripted } from "#server/testing/agents.ts";
import type { PersonName } from "#server/testing/people.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
let queueSlot: string;
let anyServer: string;
beforeAll(async () => {
  service = await startService();
  const { integrations } = await service.ok(listIntegrations, { params: { teamId: service.teamId } });
  [queueSlot = "", , anyServer = ""] = integrations.map((i) => i.id);
});
afterAll(() => service.close());

const team = () => ({ teamId: service.teamId });
const integration = async (name = `Ledger ${randomUUID()}`) => {
  const body = { name, auth_method: "url", server_url: `https://${randomUUID()}.example.com/mcp` } as const;
  return (await service.ok(createCustomIntegration, { params: team(), body })).id;
};
const connection = async (custom_integration_id?: string, as: PersonName = "owner", shared = false) => {
  const server = custom_integration_id === undefined ? { server_url: "https://ledger.example.com/mcp" } : { custom_integration_id };
  const body = { name: `Of ${as}`, provider: "user", auth_method: "url", shared, ...server } as const;
  return (await service.ok(createConnection, { params: team(), body }, { as })).id;
};
/** A revision of an agent with a slot for each of these. */
const revision = async (...integration_ids: string[]) => {
  const agent = await agentWith(service, scripted("say Hello"));
  const params = { agent_id: agent.id, build_id: agent.buildId };
  if (integration_ids.length > 0) await service.ok(attachRevisionIntegrations, { params, body: { integration_ids } });
  return params;
};
type Slot = { agent_id: string; build_id: string; integration_id: string };
const pin = (params: Slot, connection_id: string, as: PersonName = "owner") =>
  service.ok(contract.pinRevisionIntegrationConnection, { params, body: { connection_id } }, { as });
const pinned = async (params: Slot, as: PersonName = "owner") =>
  (await service.ok(contract.listRevisionIntegrationConnections, { params }, { as })).connections.map((each) => each.connection_id);
const problems = async (build_id: string, as: PersonName = "owner") =>
  (await service.ok(getPromotePreflight, { params: { build_id } }, { as })).problems.filter((p) => p.code === "slot_without_connection");

describe("a slot for connections", () => {
  test("is of the catalog or of the team's own integrations, once each, under its name", async () => {
    const [first, second] = [await integration("First ledger"), await integration("Second ledger")];
    const params = await revision(first, second, anyServer);
    const again = { params, body: { integration_ids: [first, anyServer] } };
    expect(await service.ok(attachRevisionIntegrations, again)).toMatchObject({ count: 0 });
    const { integrations } = await service.ok(listRevisionIntegrations, { params }, { as: "member" });
    expect(integrations.map((s) => [s.integration_name, s.integration_type, s.custom_integration_id ?? s.integration_id])).toEqual([
      ["Any MCP server", "custom_mcp", anyServer],
      ["First ledger", "custom_mcp", first],
      ["Second ledger", "custom_mcp", second],
    ]);
    const slot = { ...params, integration_id: first };
    await service.fails(replaceRevisionIntegrationQueues, { params: slot, body: { queue_ids: [] } }, "wrong_slot");
    await service.ok(removeRevisionIntegration, { params: { ...params, integration_id: integrations[1]?.id ?? "" } });
    await service.fails(contract.listRevisionIntegrationConnections, { params: slot }, "not_found");
  });

  test("takes several connections of each person, who sees none of another's", async () => {
    const ledger = await integration();
    const slot = { ...(await revision(ledger, queueSlot)), integration_id: ledger };
    const [one, two, shared] = [await connection(ledger), await connection(ledger), await connection(ledger, "manager", true)];
    const ofMember = await connection(ledger, "member");
    for (const id of [one, two, shared]) await pin(slot, id);
    await pin(slot, ofMember, "member");
    await pin(slot, shared, "member");
    expect(await pinned(slot)).toEqual([one, two, shared]);
    expect(await pinned(slot, "member")).toEqual([ofMember, shared]);
    const fails = (connection_id: string, code: string, params: Slot = slot) =>
      service.fails(contract.pinRevisionIntegrationConnection, { params, body: { connection_id } }, code);
    await fails(one, "already_attached");
    await fails(ofMember, "not_found");
    await fails(await connection(), "wrong_slot");
    await fails(one, "wrong_slot", { ...slot, integration_id: queueSlot });
    await fails(one, "not_found", { ...slot, integration_id: anyServer });
    await fails(one, "not_found", { ...slot, agent_id: (await revision()).agent_id });
    const unpin = { params: { ...slot, connection_id: one } };
    await service.fails(contract.unpinRevisionIntegrationConnection, unpin, "not_found", { as: "member" });
    await service.ok(contract.unpinRevisionIntegrationConnection, unpin);
    await service.fails(contract.unpinRevisionIntegrationConnection, unpin, "not_found");
    expect(await pinned(slot)).toEqual([two, shared]);
    expect(await service.ok(getConnection, { params: { connection_id: shared } })).toMatchObject({ live_agents: 1, all_agents: 1 });
    await service.ok(updateConnection, { params: { connection_id: shared }, body: { shared: false } }, { as: "manager" });
    expect([await pinned(slot), await pinned(slot, "member")]).toEqual([[two], [ofMember]]);
    await service.ok(deleteConnection, { params: { connection_id: two } });
    expect(await pinned(slot)).toEqual([]);
  });

  test("holds at most twenty of one person, and a revision at most fifty slots", async () => {
    const params = await revision(anyServer);
    const slot = { ...params, integration_id: anyServer };
    await service.pool.query(
      `with filler as (insert into connections (id, team_id, user_id, name, type, provider, server_url, auth_method, created_by)
         select gen_random_uuid(), $1, $2, 'Filler', 'custom_mcp', 'user', 'https://filler.example.com/', 'url', $2 from generate_series(1, 20) returning id)
       insert into slot_pins (slot_id, user_id, connection_id) select s.id, $2, f.id from filler f, revision_slots s where s.build_id = $3`,
      [service.teamId, service.ids.owner, params.build_id],
    );
    const one = { params: slot, body: { connection_id: await connection() } };
    await service.fails(contract.pinRevisionIntegrationConnection, one, "invalid_request");
    await service.pool.query("delete from connections where name = 'Filler'");
    await service.pool.query(
      `with filler as (insert into custom_integrations (id, team_id, name, auth_method, server_url, created_by)
         select gen_random_uuid(), $1, 'Filler ' || i, 'url', 'https://filler.example.com/' || i, $2 from generate_series(1, 49) i returning id)
       insert into revision_slots (id, build_id, custom_integration_id, integration_type) select gen_random_uuid(), $3, id, 'custom_mcp' from filler`,
      [service.teamId, service.ids.owner, params.build_id],
    );
    await service.fails(attachRevisionIntegrations, { params, body: { integration_ids: [queueSlot] } }, "invalid_request");
    await service.pool.query("delete from custom_integrations where name like 'Filler%'");
  });

  test("says in the audit log which connection it has and which it had", async () => {
    const ledger = await integration();
    const params = { ...(await revision(ledger)), integration_id: ledger };
    const connection_id = await connection(ledger);
    await pin(params, connection_id);
    await service.ok(contract.unpinRevisionIntegrationConnection, { params: { ...params, connection_id } });
    const read = { params: { orgId: service.organizationId }, query: { object_id: params.build_id } };
    await expect
      .poll(async () => (await service.ok(listAuditEntries, read, { as: "director" })).entries.slice(0, 2).map(({ changes }) => changes))
      .toEqual([[{ field: "connection", from: "Of owner", to: null }], [{ field: "connection", from: null, to: "Of owner" }]]);
  });

  test("goes along with its pins: everyone's to the next revision, the maker's own to another agent", async () => {
    const ledger = await integration();
    const slot = { ...(await revision(ledger)), integration_id: ledger };
    const [own, other] = [await connection(ledger), await connection(ledger, "member")];
    await pin(slot, own);
    await pin(slot, other, "member");
    const { build } = await service.ok(createRevision, { params: { agent_id: slot.agent_id }, body: { name: "Next" } });
    const next = { ...slot, build_id: build.id };
    expect([await pinned(next), await pinned(next, "member")]).toEqual([[own], [other]]);
    const copy = await service.ok(createAgent, { params: team(), body: { name: "Copy", source_build_id: slot.build_id } });
    const elsewhere = { agent_id: copy.agent.id, build_id: copy.build?.id ?? "", integration_id: ledger };
    expect([await pinned(elsewhere), await pinned(elsewhere, "member")]).toEqual([[own], []]);
    const { uses, total } = await service.ok(listConnectionUses, { params: { connection_id: own } });
    expect(total).toBe(3);
    expect(uses.map(({ build_id, status }) => [build_id, status])).toEqual(
      expect.arrayContaining([
        [slot.build_id, "live"],
        [next.build_id, "draft"],
      ]),
    );
    await service.ok(deleteCustomIntegration, { params: { custom_integration_id: ledger } });
    expect((await service.ok(listRevisionIntegrations, { params: next })).integrations).toEqual([]);
  });

  test("says before a revision goes live whose runs would have no connection", async () => {
    const ledger = await integration("Ledger of runs");
    const slot = { ...(await revision(ledger)), integration_id: ledger };
    const nightly = { enabled: true, frequency: "daily", time: "03:00", timezone: "UTC" } as const;
    await service.ok(createSchedule, { params: { agent_id: slot.agent_id }, body: nightly }, { as: "member" });
    const [problem] = await problems(slot.build_id);
    expect(problem).toMatchObject({ severity: "warns", fix: "pin_connection", subject: { name: "Ledger of runs" } });
    expect(problem?.message).toMatch(/^“Ledger of runs” has no connection for runs that you start or that start for .+\./);
    await pin(slot, await connection(ledger));
    expect((await problems(slot.build_id))[0]).toMatchObject({ fix: "ask_owner" });
    const [state] = (await service.ok(contract.listRevisionConnections, { params: slot })).slots;
    expect(state).toMatchObject({ people: 1, missing: [{ user_id: service.ids.member }], pinned: [{ name: "Of owner" }], available: [] });
    await pin(slot, await connection(ledger, "member"), "member");
    expect(await problems(slot.build_id)).toEqual([]);
    const { entries } = await service.ok(getRevisionAccess, { params: slot });
    expect(entries.filter(({ kind }) => kind === "connection")).toMatchObject([{ name: "Of owner" }]);
    const listed = async (as: PersonName) =>
      (await service.ok(listAgents, { params: team(), query: {} }, { as })).agents.find(({ id }) => id === slot.agent_id)
        ?.integration_configs;
    expect(await listed("owner")).toMatchObject([{ integration_name: "Ledger of runs", is_connected: true }]);
    expect(await listed("builder")).toMatchObject([{ integration_name: "Ledger of runs", is_connected: false }]);
    await service.fails(contract.listRevisionConnections, { params: { ...slot, agent_id: (await revision()).agent_id } }, "not_found");
  });

  test("suspends a personal connection until its owner has seen what changed", async () => {
    const slot = { ...(await revision(anyServer)), integration_id: anyServer };
    const params = { agentId: slot.agent_id, buildId: slot.build_id };
    await pin(slot, await connection(undefined, "member"), "member");
    const mine = async () => (await service.ok(getRevisionAgreement, { params }, { as: "member" })).mine?.suspended ?? null;
    expect(await mine()).toBeNull();
    await service.ok(attachRevisionIntegrations, { params: slot, body: { integration_ids: [await integration()] } });
    expect(await mine()).toMatchObject({ cause: "connections" });
    const { others } = await service.ok(getRevisionAgreement, { params });
    expect(others).toMatchObject([{ user_id: service.ids.member, connections: 1, secrets: 0 }]);
    const { fingerprint } = await service.ok(getRevisionAgreement, { params }, { as: "member" });
    await service.ok(agreeToRevision, { params, body: { fingerprint } }, { as: "member" });
    expect(await mine()).toBeNull();
    await service.ok(updateRevision, { params: slot, body: { config: scripted("say Something else") } });
    expect(await mine()).toMatchObject({ cause: "instructions" });
  });
});
