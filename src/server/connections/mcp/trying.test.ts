import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { callConnectionTool, listConnectionTools } from "#contract/connections/connection-tools.ts";
import { createConnection } from "#contract/connections/connections.ts";
import { said, startMcpServer, type TestMcpServer } from "#server/testing/mcp-server.ts";
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
  const { rows } = await service.pool.query("select type from events where subject_id = $1 and type = 'connection.tried'", [id]);
  expect(rows).toHaveLength(1);
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
