import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { callConnectionTool } from "#contract/connections/connection-tools.ts";
import { getConnection } from "#contract/connections/connections.ts";
import { authorizeMcpOAuth, completeMcpOAuth } from "#contract/connections/oauth.ts";
import { newcomer, type Newcomer } from "#server/gates/newcomer.ts";
import { startMcpServer, type TestMcpServer } from "#server/testing/mcp-server.ts";
import { startOAuthServer, type TestOAuthServer } from "#server/testing/oauth-server.ts";
import { startService, type TestService } from "#server/testing/service.ts";

let server: TestMcpServer;
let issuer: TestOAuthServer;
let service: TestService;
let person: Newcomer;
beforeAll(async () => {
  server = await startMcpServer([{ name: "pay", inputSchema: { type: "object" } }]);
  issuer = await startOAuthServer(server);
  service = await startService({ env: { OUTBOUND_ALLOW: `${server.host},${issuer.host}` } });
  person = await newcomer(service);
});
afterAll(async () => {
  await service.close();
  await issuer.close();
  await server.close();
});

const as = () => ({ as: null, headers: { cookie: person.credentials.cookie ?? "" } });
async function signIn(again: { reconnect_instance_id?: string } = {}): Promise<{ id: string; scope: string | null }> {
  const body = { mcp_server_url: server.url, name: "Ledger", ...again };
  const { authorization_url } = await service.ok(authorizeMcpOAuth, { params: { teamId: service.teamId }, body }, as());
  const back = Object.fromEntries(await issuer.consent(authorization_url)) as { state: string; code: string };
  const { id } = await service.ok(completeMcpOAuth, { body: back }, as());
  return { id, scope: new URL(authorization_url).searchParams.get("scope") };
}
const call = (connection_id: string) =>
  service.ok(callConnectionTool, { params: { connection_id }, body: { tool: "pay", arguments: {} } }, as());

test("what a server says that a sign-in lacks is asked for when a person reconnects, once", async () => {
  const { id, scope } = await signIn();
  expect(scope).toBe("read");
  const guard = server.before;
  const lacking = (challenge: string): void => {
    server.before = (request, response, body) =>
      body.includes("tools/call")
        ? Boolean(response.writeHead(403, { "www-authenticate": challenge }).end())
        : guard(request, response, body);
  };
  lacking('Bearer error="insufficient_scope", scope="pay look"');
  const told: string[] = [];
  onTestFinished(
    service.app.services.live.subscribe(service.teamId, ({ topic, id: changed }) => {
      if (topic === "connection" && changed === id) told.push(topic);
    }),
  );
  const refused = await call(id);
  expect(refused).toMatchObject({ success: false, error: expect.stringContaining("It needs more rights: reconnect") as string });
  await call(id);
  expect(told).toEqual(["connection"]);
  // The sign-in itself is good.
  const stored = () => service.ok(getConnection, { params: { connection_id: id } }, as());
  expect(await stored()).toMatchObject({ broken_at: null, wanted_scopes: ["pay", "look"] });
  // Calls that lack different rights do not take turns in what is kept, and whoever looks at the connection is not told each time.
  for (const lacked of ["audit look", "pay", "audit"]) {
    lacking(`Bearer error="insufficient_scope", scope="${lacked}"`);
    await call(id);
  }
  expect(told).toHaveLength(2);
  server.before = guard;
  const asked = async () => {
    const body = { mcp_server_url: server.url, name: "Ledger", reconnect_instance_id: id };
    return new URL((await service.ok(authorizeMcpOAuth, { params: { teamId: service.teamId }, body }, as())).authorization_url)
      .searchParams;
  };
  const refusedBy = async (error: string) =>
    service.fails(completeMcpOAuth, { body: { state: (await asked()).get("state") ?? "", error } }, "oauth_refused", as());
  await refusedBy("access_denied");
  expect((await asked()).get("scope")).toBe("read pay look audit");
  // The other service knows one of them not: without them a person can sign in.
  await refusedBy("invalid_scope");
  expect((await asked()).get("scope")).toBe("read");
  lacking('Bearer error="insufficient_scope", scope="pay look"');
  await call(id);
  server.before = guard;
  expect((await signIn({ reconnect_instance_id: id })).scope).toBe("read pay look");
  expect([(await call(id)).success, (await stored()).wanted_scopes]).toEqual([true, null]);
  expect((await signIn({ reconnect_instance_id: id })).scope).toBe("read");
  // Another refusal says nothing about rights, and neither does one that names none.
  for (const challenge of ['Bearer error="invalid_token", scope="pay"', 'Bearer error="insufficient_scope"', "Bearer"]) {
    lacking(challenge);
    expect((await call(id)).error).toMatch(/does not allow this \(HTTP 403\)\.$/);
    server.before = guard;
    expect((await signIn({ reconnect_instance_id: id })).scope).toBe("read");
  }
});

test("a sign-in whose issuer ends in a slash is the one that the server names without", async () => {
  issuer.metadata = { issuer: `${issuer.origin}/` };
  issuer.iss = `${issuer.origin}/`;
  onTestFinished(() => void Object.assign(issuer, { metadata: {}, iss: issuer.origin }));
  const { id } = await signIn();
  expect(await call(id)).toMatchObject({ success: true });
});
