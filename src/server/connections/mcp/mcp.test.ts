import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { checkMcpOAuth, probeMcpServer } from "#contract/connections/mcp.ts";
import { startMcpServer, type TestMcpServer } from "#server/testing/mcp-server.ts";
import { startService, type TestService } from "#server/testing/service.ts";

let server: TestMcpServer;
let service: TestService;
beforeAll(async () => {
  server = await startMcpServer([{ name: "search", description: "Finds things", inputSchema: { type: "object" } }]);
  service = await startService({ env: { OUTBOUND_ALLOW: server.host } });
});
afterEach(() => {
  server.before = () => false;
});
afterAll(async () => {
  await service.close();
  await server.close();
});

const probe = (body: { server_url?: string; integration_slug?: string; headers?: Record<string, string> }) =>
  service.ok(probeMcpServer, { params: { teamId: service.teamId }, body }, { as: "member" });

test("a probe lists the tools of a server, with the headers that it is given", async () => {
  server.before = ({ headers }, response) => headers["x-api-key"] !== "example" && Boolean(response.writeHead(401).end());
  expect(await probe({ server_url: server.url, headers: { "X-Api-Key": "example" } })).toEqual({
    success: true,
    tools: [{ name: "search", description: "Finds things", input_schema: { type: "object" } }],
  });
  expect(await probe({ server_url: server.url, headers: { "X-Api-Key": "wrong" } })).toMatchObject({
    success: false,
    code: "probe_failed",
  });
});

test("a probe says what is not there yet, and what is wrong", async () => {
  const outcome = async (body: Parameters<typeof probe>[0]) => {
    const { success, code, error } = await probe(body);
    return [success, code, error];
  };
  const saying = (words: string) => expect.stringContaining(words) as unknown;
  expect(await outcome({ integration_slug: "linear" })).toEqual([false, "listing_unavailable", saying("No server is known yet")]);
  expect(await outcome({ server_url: "http://127.0.0.1:9/mcp" })).toEqual([false, "probe_failed", saying("OUTBOUND_ALLOW")]);
  server.before = (_request, response) => Boolean(response.writeHead(401).end());
  expect(await outcome({ server_url: server.url })).toEqual([false, "listing_unavailable", saying("asks for a sign-in")]);
  expect(await probe({ server_url: server.url })).toHaveProperty("asks_who", true);
  expect(await probe({ server_url: server.url, headers: { "X-Api-Key": "wrong" } })).not.toHaveProperty("asks_who");
  server.before = (_request, response) => Boolean(response.writeHead(404).end());
  expect(await outcome({ server_url: server.url })).toEqual([false, "probe_failed", saying("often ends in /mcp")]);
});

test("a probe takes one address and headers that can be sent", async () => {
  const refused = async (body: Parameters<typeof probe>[0]) =>
    (await service.fails(probeMcpServer, { params: { teamId: service.teamId }, body }, "invalid_request")).issues?.[0]?.path;
  expect(await refused({ server_url: server.url, integration_slug: "linear" })).toEqual(["server_url"]);
  expect(await refused({ server_url: server.url, headers: { Host: "other" } })).toEqual(["headers", "Host"]);
  expect(await refused({ server_url: server.url, headers: { A: "b\r\nHost: other" } })).toEqual(["headers", "A"]);
  expect(await refused({ server_url: "file:///etc/passwd" })).toEqual(["server_url"]);
});

test("a check finds who signs people in, by the server's own words", async () => {
  const check = () => service.ok(checkMcpOAuth, { body: { mcp_server_url: server.url } });
  expect(await check()).toEqual({ supports_dcr: false, knows_clients: false });
  const origin = `http://${server.host}`;
  const documents: Record<string, object> = {
    "/described": { resource: server.url, authorization_servers: [origin], scopes_supported: ["read"] },
    "/.well-known/oauth-authorization-server": {
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      registration_endpoint: `${origin}/register`,
      response_types_supported: ["code"],
      code_challenge_methods_supported: ["S256"],
    },
  };
  server.before = ({ url = "" }, response) => {
    const document = documents[url];
    if (document) response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(document));
    else if (url === "/mcp") response.writeHead(401, { "www-authenticate": `Bearer resource_metadata="${origin}/described"` }).end();
    else response.writeHead(302, { location: "https://example.com/" }).end();
    return true;
  };
  expect(await check()).toEqual({
    supports_dcr: true,
    knows_clients: true,
    authorization_endpoint: `${origin}/authorize`,
    scopes: ["read"],
  });
  // Who is named there is asked only where everything that goes out may go.
  const asked = server.requests.length;
  documents["/described"] = { resource: server.url, authorization_servers: ["http://127.0.0.1:9"] };
  await service.fails(checkMcpOAuth, { body: { mcp_server_url: server.url } }, "outbound_refused");
  expect(server.requests.length - asked).toBe(2);
});

test("a check says that nothing answers", async () => {
  const gone = await startMcpServer();
  await gone.close();
  await service.fails(checkMcpOAuth, { body: { mcp_server_url: gone.url } }, "outbound_refused");
  server.before = (_request, response) => Boolean(response.destroy());
  await service.fails(checkMcpOAuth, { body: { mcp_server_url: server.url } }, "server_unreachable");
});
