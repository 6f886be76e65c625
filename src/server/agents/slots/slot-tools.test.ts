import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { getRevisionAccess } from "#contract/agents/access.ts";
import { createAgent } from "#contract/agents/agents.ts";
import { getPromotePreflight } from "#contract/agents/preflight.ts";
import { createRevision } from "#contract/agents/revisions.ts";
import { attachRevisionIntegrations } from "#contract/agents/slots.ts";
import { getRevisionAgreement } from "#contract/connections/agreements.ts";
import { createConnection, updateConnection } from "#contract/connections/connections.ts";
import { createCustomIntegration, listIntegrations } from "#contract/connections/integrations.ts";
import { pinRevisionIntegrationConnection } from "#contract/connections/slot-pins.ts";
import { listSlotTools, refreshSlotTools, setSlotTools, type ToolPolicy } from "#contract/connections/slot-tools.ts";
import { agentWith, scripted } from "#server/testing/agents.ts";
import { startMcpServer, type TestMcpServer } from "#server/testing/mcp-server.ts";
import type { PersonName } from "#server/testing/people.ts";
import { startService, type TestService } from "#server/testing/service.ts";

const object = { type: "object" as const };
const pay = { name: "pay", description: "Pays an invoice", inputSchema: object };
const look = { name: "look", description: "Looks up", inputSchema: object, annotations: { readOnlyHint: true } };
const key = "example-secret-of-the-server";

let server: TestMcpServer;
let other: TestMcpServer;
let service: TestService;
let custom: string;
let anyServer: string;
beforeAll(async () => {
  [server, other] = [await startMcpServer(), await startMcpServer()];
  service = await startService({ env: { OUTBOUND_ALLOW: `${server.host},${other.host}` } });
  const params = { teamId: service.teamId };
  const named = { name: "Ledger", auth_method: "headers" as const, server_url: server.url };
  custom = (await service.ok(createCustomIntegration, { params, body: named })).id;
  anyServer = (await service.ok(listIntegrations, { params, query: { type: "custom_mcp" } })).integrations[0]?.id ?? "";
});
afterEach(() => {
  server.tools = [pay, look];
  server.before = () => false;
});
afterAll(() => Promise.all([service.close(), server.close(), other.close()]));

/** A slot with a connection of this person pinned to it. */
async function slotOf({
  shared = true,
  as = "owner",
  integration_id = custom,
}: { shared?: boolean; as?: PersonName; integration_id?: string } = {}) {
  server.tools = [pay, look];
  const { id, buildId } = await agentWith(service, scripted("say Hi"));
  const revision = { agent_id: id, build_id: buildId };
  await service.ok(attachRevisionIntegrations, { params: revision, body: { integration_ids: [integration_id] } });
  const of = integration_id === custom ? { custom_integration_id: custom } : { server_url: server.url };
  const headers = { secret: { Authorization: `Bearer ${key}` } };
  const body = { name: "Books", provider: "user" as const, auth_method: "headers" as const, headers, shared, ...of };
  const { id: connection_id } = await service.ok(createConnection, { params: { teamId: service.teamId }, body }, { as });
  const params = { ...revision, integration_id };
  await service.ok(pinRevisionIntegrationConnection, { params, body: { connection_id } }, { as });
  return { params, connection_id };
}
type Params = Awaited<ReturnType<typeof slotOf>>["params"];

const refresh = (params: Params, as: PersonName = "owner") => service.ok(refreshSlotTools, { params }, { as });
const list = async (params: Params, as: PersonName = "owner") => (await service.ok(listSlotTools, { params }, { as })).tools;
async function choose(params: Params, policies: Readonly<Record<string, ToolPolicy>>, as: PersonName = "owner") {
  const tools = (await list(params, as)).flatMap(({ name, server_url, digest }) => {
    const policy = policies[name];
    return policy ? [{ server_url, digest, policy }] : [];
  });
  return (await service.ok(setSlotTools, { params, body: { tools } }, { as })).tools;
}
const brief = (tools: Awaited<ReturnType<typeof list>>) =>
  tools.map(({ name, policy, changed }) => `${name}: ${policy}${changed ? ", changed" : ""}`);

test("tools are asked about until somebody chooses otherwise, and keep what was chosen", async () => {
  const { params } = await slotOf();
  expect(await list(params)).toEqual([]);
  const { tools, problems } = await refresh(params);
  expect([brief(tools), problems]).toEqual([["look: ask", "pay: ask"], []]);
  expect(tools[0]).toMatchObject({ server_url: server.url, description: "Looks up", reads_only: true, allowed_definition: null });
  expect(brief(await choose(params, { pay: "allow", look: "never" }))).toEqual(["look: never", "pay: allow"]);
  expect(brief(await list(params, "member"))).toEqual(["look: never", "pay: allow"]);
});

test("what a server claims of a tool is kept with it, also for one that was kept without", async () => {
  const { params } = await slotOf();
  server.tools = [{ ...pay, annotations: { destructiveHint: true } }, look];
  const claimed = async () => (await refresh(params)).tools.map(({ name, reads_only, destroys }) => [name, reads_only, destroys]);
  const claims = [
    ["look", true, false],
    ["pay", false, true],
  ];
  expect(await claimed()).toEqual(claims);
  await service.pool.query("update connection_tools set definition = definition - 'destroys'");
  expect(await claimed()).toEqual(claims);
});

test("a tool that the server changes is on ask again, with what it was; one that is new too", async () => {
  const { params } = await slotOf();
  await refresh(params);
  await choose(params, { pay: "allow", look: "never" });
  server.tools = [
    { ...pay, description: "Pays everything" },
    { ...look, description: "Looks further" },
    { ...look, name: "fresh" },
  ];
  const { tools } = await refresh(params);
  expect(brief(tools)).toEqual(["fresh: ask", "look: never", "pay: ask, changed"]);
  expect(tools[2]).toMatchObject({ description: "Pays everything", allowed_definition: { description: "Pays an invoice" } });
  server.tools = [pay, look];
  expect(brief((await refresh(params)).tools)).toEqual(["look: never", "pay: allow"]);
});

test("nobody allows what they have not seen", async () => {
  const { params } = await slotOf();
  const [tool] = (await refresh(params)).tools;
  server.tools = [pay, { ...look, description: "Deletes everything" }];
  await refresh(params);
  const body = { tools: [{ server_url: server.url, digest: tool?.digest ?? "", policy: "allow" as const }] };
  await service.fails(setSlotTools, { params, body }, "tool_changed");
  await service.fails(setSlotTools, { params, body }, "forbidden", { as: "builder" });
});

test("a slot for queues has no tools, and a revision has its own slots only", async () => {
  const { integrations } = await service.ok(listIntegrations, { params: { teamId: service.teamId } });
  const { params } = await slotOf();
  const body = { integration_ids: [integrations[0]?.id ?? ""] };
  await service.ok(attachRevisionIntegrations, { params, body });
  const queues = { ...params, integration_id: integrations[0]?.id ?? "" };
  await service.fails(refreshSlotTools, { params: queues }, "wrong_slot");
  const tools = [{ server_url: server.url, digest: "a".repeat(43), policy: "ask" as const }];
  await service.fails(setSlotTools, { params: queues, body: { tools } }, "wrong_slot");
  await service.fails(listSlotTools, { params: { ...params, agent_id: (await slotOf()).params.agent_id } }, "not_found");
});

test("a server that is away is named, and what it listed before stays", async () => {
  const { params, connection_id } = await slotOf();
  await refresh(params);
  server.before = (_request, response) => Boolean(response.writeHead(500).end());
  const { tools, problems } = await refresh(params);
  expect([brief(tools), problems]).toEqual([
    ["look: ask", "pay: ask"],
    [{ connection_id, name: "Books", message: expect.stringContaining("HTTP 500") }],
  ]);
  await service.pool.query("update connections set broken_at = now(), broken_reason = 'invalid_grant' where id = $1", [connection_id]);
  expect((await refresh(params)).problems[0]?.message).toContain("no longer works");
});

test("what was chosen goes along into further revisions and agents made from one", async () => {
  const { params } = await slotOf();
  await refresh(params);
  await choose(params, { pay: "allow" });
  const { build } = await service.ok(createRevision, { params: { agent_id: params.agent_id }, body: { name: "Second" } });
  expect(brief(await list({ ...params, build_id: build.id }))).toEqual(["look: ask", "pay: allow"]);
  const body = { name: "Copy", source_build_id: params.build_id };
  const copied = await service.ok(createAgent, { params: { teamId: service.teamId }, body });
  expect(brief(await list({ ...params, agent_id: copied.agent.id, build_id: copied.build?.id ?? "" }))).toEqual([
    "look: ask",
    "pay: allow",
  ]);
});

test("what was chosen is for one server: a connection that leads to another one has tools of its own", async () => {
  const { params, connection_id } = await slotOf({ integration_id: anyServer });
  await refresh(params);
  await choose(params, { pay: "allow" });
  other.tools = [pay];
  await service.ok(updateConnection, { params: { connection_id }, body: { server_url: other.url } });
  expect(await list(params)).toEqual([]);
  expect(brief((await refresh(params)).tools)).toEqual(["pay: ask"]);
});

test("before a revision goes live it says how many tools ask, and what its runs may call", async () => {
  const { params } = await slotOf();
  await refresh(params);
  const problems = async () => {
    const found = await service.ok(getPromotePreflight, { params: { build_id: params.build_id } });
    return found.problems.filter(({ code }) => code === "tools_ask").map(({ message }) => message);
  };
  expect(await problems()).toEqual([expect.stringContaining("2 tools of “Ledger” ask first. Runs wait")]);
  await choose(params, { pay: "allow", look: "allow" });
  expect(await problems()).toEqual([]);
  server.tools = [{ ...pay, description: "Pays everything" }, look];
  await refresh(params);
  expect(await problems()).toEqual([expect.stringContaining("1 tool of “Ledger” asks first. One of them changed after it was allowed.")]);
  const { entries } = await service.ok(getRevisionAccess, { params });
  const tools = entries.filter(({ kind, name }) => kind === "connection" && name.startsWith("Ledger: "));
  expect(tools.map(({ name, detail }) => `${name}: ${detail}`)).toEqual([
    "Ledger: look: called without asking, until it changes",
    "Ledger: pay: called without asking, until it changes",
    "Ledger: other tools: 1 ask first",
  ]);
});

test("to allow more with somebody's own connection takes their consent, to ask more does not", async () => {
  const { params } = await slotOf({ shared: false, as: "member" });
  const { params: own } = await slotOf({ shared: false });
  for (const as of ["owner", "member"] as const) {
    await service.pool.query(
      "insert into slot_pins select s.id, $2, p.connection_id from revision_slots s, slot_pins p join revision_slots o on o.id = p.slot_id where s.build_id = $1 and o.build_id = $3 and p.user_id = $2 on conflict do nothing",
      [params.build_id, service.ids[as], as === "owner" ? own.build_id : params.build_id],
    );
    await refresh(params, as);
  }
  const suspended = async () => {
    const revision = { params: { agentId: params.agent_id, buildId: params.build_id } };
    return (await service.ok(getRevisionAgreement, revision, { as: "member" })).mine?.suspended?.cause ?? null;
  };
  await choose(params, { pay: "never" });
  expect(await suspended()).toBeNull();
  await choose(params, { look: "allow" });
  expect(await suspended()).toBe("connections");
  await choose(params, { look: "ask" });
  expect(await suspended()).toBeNull();
});

test("what a server repeats of a secret is not kept", async () => {
  const { params } = await slotOf();
  server.tools = [{ ...pay, description: `Pays with ${key}` }];
  expect(JSON.stringify(await refresh(params))).not.toContain(key);
  const { rows } = await service.pool.query("select 1 from connection_tools where definition::text like $1", [`%${key}%`]);
  expect(rows).toEqual([]);
});
