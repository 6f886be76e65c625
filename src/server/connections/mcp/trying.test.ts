import type { Tool } from "@modelcontextprotocol/server";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { listAuditEntries } from "#contract/audit/audit.ts";
import { callConnectionTool, listConnectionTools } from "#contract/connections/connection-tools.ts";
import { createConnection, getConnection, updateConnection } from "#contract/connections/connections.ts";
import { said, startMcpServer, type TestMcpServer } from "#server/testing/mcp-server.ts";
import { lastLogLines } from "#server/testing/log-lines.ts";
import type { PersonName } from "#server/testing/people.ts";
import { startService, type TestService } from "#server/testing/service.ts";

const key = "example-secret-of-the-server";

let server: TestMcpServer;
let service: TestService;
beforeAll(async () => {
  server = await startMcpServer([{ name: "search", description: `Finds things, for ${key}`, inputSchema: { type: "object" } }]);
  service = await startService({ env: { OUTBOUND_ALLOW: server.host } });
});
afterEach(() => {
  server.before = () => false;
  server.call = () => said("done");
});
afterAll(async () => {
  await service.close();
  await server.close();
});

async function connect(as: PersonName = "member", shared = false): Promise<string> {
  const body = { name: "Ledger", provider: "user", auth_method: "headers", server_url: server.url, shared } as const;
  const headers = { secret: { "X-Api-Key": key } };
  return (await service.ok(createConnection, { params: { teamId: service.teamId }, body: { ...body, headers } }, { as })).id;
}
const list = (connection_id: string, as: PersonName = "member") => service.ok(listConnectionTools, { params: { connection_id } }, { as });
const calling = (connection_id: string) => ({ params: { connection_id }, body: { tool: "search", arguments: { text: "ink" } } });
const call = (connection_id: string, as: PersonName = "member") => service.ok(callConnectionTool, calling(connection_id), { as });

test("a person sees the tools of a connection and calls one, with what it signs in with", async () => {
  const id = await connect();
  server.before = ({ headers }, response) => headers["x-api-key"] !== key && Boolean(response.writeHead(401).end());
  const { success, tools } = await list(id);
  expect([success, tools?.[0]?.name]).toEqual([true, "search"]);
  server.call = ({ arguments: { text } }) => said(`Found ${String(text)} with ${key}`);
  expect(await call(id)).toEqual({
    success: true,
    content: [{ type: "text", text: expect.stringMatching(/^Found ink with \[secret/) as string }],
  });
  // Nothing that comes back says what was sent along.
  expect(JSON.stringify(tools)).not.toContain(key);
});

test("a connection says whether its server answered the last look, and nothing before there was one", async () => {
  const id = await connect();
  const answers = async () => (await service.ok(getConnection, { params: { connection_id: id } }, { as: "member" })).answers;
  expect(await answers()).toBeNull();
  await list(id);
  expect(await answers()).toBe(true);
  expect(lastLogLines()).not.toContain("does not declare");
  // What a tool fails at is no fault of the connection.
  server.call = () => ({ isError: true, ...said("No such thing") });
  await call(id);
  expect(await answers()).toBe(true);
  server.before = (_request, response) => Boolean(response.writeHead(404).end());
  await list(id);
  expect(await answers()).toBe(false);
  await service.ok(updateConnection, { params: { connection_id: id }, body: { name: "Books" } }, { as: "member" });
  expect(await answers()).toBe(false);
  const body = { server_url: `${server.url}/other` };
  await service.ok(updateConnection, { params: { connection_id: id }, body }, { as: "member" });
  expect(await answers()).toBeNull();
});

test("the audit log says which tool was called by hand, and nothing of its arguments", async () => {
  const id = await connect();
  server.call = () => said("Found quince");
  const body = { tool: "search", arguments: { text: "quince" } };
  await service.ok(callConnectionTool, { params: { connection_id: id }, body }, { as: "member" });
  await service.ok(callConnectionTool, { params: { connection_id: id }, body: { tool: "x".repeat(256) } }, { as: "member" });
  const input = { params: { orgId: service.organizationId }, query: { object_id: id, type: "connection.tried" } };
  const tried = async () => (await service.ok(listAuditEntries, input, { as: "director" })).entries;
  await expect.poll(async () => (await tried()).length).toBe(2);
  const entries = await tried();
  expect(entries.map(({ changes }) => changes)).toEqual([
    [{ field: "called_tool", from: null, to: { length: 256, sha256: expect.any(String) as string } }],
    [{ field: "called_tool", from: null, to: "search" }],
  ]);
  expect(JSON.stringify(entries)).not.toContain("quince");
});

test("what a server claims of its tools is passed on, and its silence is no claim", async () => {
  const before = server.tools;
  const declared = (name: string, annotations: Tool["annotations"]): Tool => ({ name, inputSchema: { type: "object" }, annotations });
  server.tools = [
    declared("read", { readOnlyHint: true, destructiveHint: true }),
    declared("erase", { destructiveHint: true }),
    declared("add", { readOnlyHint: false, destructiveHint: false }),
    declared("silent", undefined),
  ];
  const { tools } = await list(await connect());
  server.tools = before;
  expect(tools?.map(({ name, reads_only, destroys }) => [name, reads_only, destroys])).toEqual([
    ["read", true, undefined],
    ["erase", undefined, true],
    ["add", undefined, undefined],
    ["silent", undefined, undefined],
  ]);
});

test("what went wrong is said, and whether the call may have been carried out", async () => {
  const id = await connect();
  server.call = () => ({ isError: true, ...said("No such thing") });
  expect(await call(id)).toEqual({ success: false, content: [{ type: "text", text: "No such thing" }] });
  server.before = (_request, response, body) => body.includes("tools/call") && Boolean(response.destroy());
  expect(await call(id)).toMatchObject({ success: false, content: [], maybe_done: true });
  server.before = (_request, response) => Boolean(response.writeHead(404).end());
  expect(await call(id)).toEqual({ success: false, content: [], error: expect.stringContaining("often ends in /mcp") as string });
  expect(await list(id)).toMatchObject({ success: false, code: "probe_failed" });
  server.before = (_request, response) => Boolean(response.writeHead(401).end());
  expect(await list(id)).toMatchObject({ success: false, code: "probe_failed", error: expect.stringContaining("sign-in") as string });
});

test("a connection is asked by those who see it, and its tools are tried by those who may change it", async () => {
  const [own, shared] = [await connect(), await connect("owner", true)];
  expect((await list(shared)).success).toBe(true);
  await service.fails(callConnectionTool, calling(shared), "forbidden", { as: "member" });
  expect((await call(shared, "owner")).success).toBe(true);
  await service.fails(listConnectionTools, { params: { connection_id: own } }, "not_found");
  await service.fails(callConnectionTool, calling(own), "not_found");
  const large = { ...calling(own), body: { tool: "search", arguments: { text: "x".repeat(100_000) } } };
  await service.fails(callConnectionTool, large, "invalid_request", { as: "member" });
});
