import { afterAll, beforeAll, expect, test } from "vitest";
import { createConnection, deleteConnection, getConnection, updateConnection } from "#contract/connections/connections.ts";
import { listAgentTriggers, tryTriggerFilter, upsertAgentTrigger } from "#contract/schedules/event-triggers.ts";
import type { TriggerFilter } from "#contract/schedules/trigger-filter.ts";
import { agentWith, messagesOf, scripted, settled } from "#server/testing/agents.ts";
import { type TestMcpServer, startMcpServer } from "#server/testing/mcp-server.ts";
import { type CallOptions, type TestService, startService } from "#server/testing/service.ts";
import { lookRound } from "./look-work.ts";
import { lookAgain, matchesOf, outcomesOf as outcomesBy } from "./looks.cases.ts";

let service: TestService;
let mcp: TestMcpServer;
beforeAll(async () => {
  mcp = await startMcpServer();
  service = await startService({ env: { OUTBOUND_ALLOW: mcp.host } });
});
afterAll(async () => {
  await service.close();
  await mcp.close();
});

const connect = async (options?: CallOptions) => {
  const body = { name: "Price lists", provider: "user", server_url: mcp.url, auth_method: "url" } as const;
  return (await service.ok(createConnection, { params: { teamId: service.teamId }, body }, options)).id;
};
const resources = (integration_instance_id: string, type: "added" | "changed" | "removed", filter_config: TriggerFilter = {}) => ({
  integration_slug: "mcp-resources" as const,
  trigger_type: `resource_${type}` as const,
  integration_instance_id,
  filter_config,
});
const listens = async (connection: string, type: "added" | "changed" | "removed", filter: TriggerFilter = {}) => {
  const { id: agentId } = await agentWith(service, scripted("say Done"));
  const { id: trigger_id } = await service.ok(upsertAgentTrigger, { params: { agentId }, body: resources(connection, type, filter) });
  return { agentId, trigger_id };
};
const healthOf = async (connection_id: string) => (await service.ok(getConnection, { params: { connection_id } })).looks;
const look = (connection: string) => lookAgain(service, connection);
type Params = Parameters<typeof matchesOf>[1];
const outcomesOf = (params: Params) => outcomesBy(service, params, "uri");

test("a resource that is added, changed or removed starts an agent; what was there before starts nothing", async () => {
  mcp.resources.clear();
  mcp.resources.set("books://prices/1", "10").set("books://notes/1", "Hello");
  const connection = await connect();
  const [added, changed, removed] = [
    await listens(connection, "added"),
    await listens(connection, "changed", { uri_contains: "PRICES/" }),
    await listens(connection, "removed"),
  ];
  await look(connection);
  mcp.resources.set("books://prices/1", "12").set("books://notes/1", "Not watched").set("books://prices/2", "20");
  await look(connection);
  mcp.resources.delete("books://notes/1");
  await look(connection);
  await expect.poll(() => outcomesOf(removed)).toEqual([["books://notes/1", "started"]]);
  await expect.poll(() => outcomesOf(added)).toEqual([["books://prices/2", "started"]]);
  await expect.poll(() => outcomesOf(changed)).toEqual(expect.arrayContaining([["books://prices/1", "started"]]));
  const [match] = (await matchesOf(service, changed)).filter(({ outcome }) => outcome === "started");
  const told = (await messagesOf(service, (await settled(service, match?.run_id ?? "")).id)).map(({ text_content }) => text_content ?? "");
  expect(told.join("\n")).toContain('{"uri":"books://prices/1","text":"12"}');
  const tried = await service.ok(tryTriggerFilter, {
    params: { agentId: changed.agentId },
    body: resources(connection, "changed", { title_contains: "1" }),
  });
  expect(tried.events.map(({ failing_field }) => failing_field)).toContain(null);
  expect(await healthOf(connection)).toMatchObject({ problem: null, failing_since: null });
});

test("one look finds a change for all agents, once: also where a process stops after the server answered", async () => {
  mcp.resources.clear();
  mcp.resources.set("books://prices/1", "10");
  const connection = await connect();
  const all = [await listens(connection, "changed"), await listens(connection, "changed"), await listens(connection, "changed")];
  await look(connection);
  mcp.resources.set("books://prices/1", "11");
  const asked = mcp.requests.length;
  const due = () => service.pool.query("update source_cursors set next_attempt_at = now() where connection_id = $1", [connection]);
  const answered = Promise.withResolvers<void>();
  const killed = Promise.withResolvers<void>();
  const stopped = lookRound(service.app.services, () => (answered.resolve(), killed.promise));
  await due();
  // Whichever process takes it; where this one did, it stops with the answer in its hands.
  await Promise.race([answered.promise, look(connection)]);
  await Promise.all([look(connection), ...Array.from({ length: 5 }, () => due().then(() => lookRound(service.app.services)))]);
  killed.resolve();
  await stopped;
  for (const one of all) await expect.poll(() => outcomesOf(one)).toEqual([["books://prices/1", "started"]]);
  const { rows } = await service.pool.query("select count(*)::int as n from trigger_events where source_id = $1", [connection]);
  expect(rows).toEqual([{ n: 1 }]);
  expect(mcp.requests.length).toBeGreaterThan(asked);
});

test("what goes wrong is said on the trigger and on the connection, and a repair is seen at once", async () => {
  mcp.resources.clear();
  mcp.resources.set("books://prices/1", "10");
  const connection = await connect();
  const { agentId } = await listens(connection, "changed");
  await look(connection);
  mcp.before = (_request, response) => (response.writeHead(503).end(), true);
  await look(connection);
  expect(await healthOf(connection)).toMatchObject({ problem: expect.stringContaining("503"), failing_since: expect.any(String) });
  const [trigger] = (await service.ok(listAgentTriggers, { params: { agentId } })).triggers;
  expect(trigger?.looks?.problem).toContain("503");
  mcp.before = () => false;
  mcp.resources.set("books://prices/1", "11");
  await service.ok(updateConnection, { params: { connection_id: connection }, body: { name: "Mended" } });
  await expect.poll(async () => (await healthOf(connection))?.problem).toBeNull();
  const { rows } = await service.pool.query("select type from trigger_events where source_id = $1", [connection]);
  expect(rows).toEqual([{ type: "resource_changed" }]);
  for (let i = 0; i < 101; i++) mcp.resources.set(`books://many/${i}`, "x");
  await look(connection);
  expect((await healthOf(connection))?.problem).toContain("at most 100");
});

test("a server that repeats in its refusal what it was given does not give it away", async () => {
  const key = "books-0f4c6f5e6c1d4c7e";
  const body = {
    name: "Keyed",
    provider: "user",
    server_url: mcp.url,
    auth_method: "headers",
    headers: { secret: { "X-Key": key } },
  } as const;
  const { id: connection } = await service.ok(createConnection, { params: { teamId: service.teamId }, body });
  await listens(connection, "added");
  mcp.before = ({ headers }, response, text) => {
    const { id, method } = JSON.parse(text || "{}") as { id?: number; method?: string };
    if (method !== "resources/list") return false;
    const error = { code: -32_603, message: `No books for ${String(headers["x-key"])}` };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ jsonrpc: "2.0", id, error }));
    return true;
  };
  await look(connection);
  mcp.before = () => false;
  const { problem } = (await healthOf(connection)) ?? {};
  expect(problem).toContain("No books for");
  expect(problem).not.toContain(key);
});

test("a trigger listens only to what its owner sees, and goes with the connection", async () => {
  const own = await connect({ as: "member" });
  const { id: agentId } = await agentWith(service, scripted("say Done"));
  const call = { params: { agentId }, body: resources(own, "added") };
  await service.fails(upsertAgentTrigger, call, "invalid_request", { as: "builder" });
  await service.ok(upsertAgentTrigger, call, { as: "member" });
  await service.ok(deleteConnection, { params: { connection_id: own } }, { as: "member" });
  expect((await service.ok(listAgentTriggers, { params: { agentId } }, { as: "member" })).triggers).toEqual([]);
});
