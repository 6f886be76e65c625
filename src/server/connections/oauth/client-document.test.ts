import { afterAll, beforeAll, expect, test } from "vitest";
import { checkMcpOAuth } from "#contract/connections/mcp.ts";
import { authorizeMcpOAuth, completeMcpOAuth } from "#contract/connections/oauth.ts";
import { newcomer, type Newcomer } from "#server/gates/newcomer.ts";
import { startMcpServer, type TestMcpServer } from "#server/testing/mcp-server.ts";
import { startOAuthServer, type TestOAuthServer } from "#server/testing/oauth-server.ts";
import { startService, type TestService } from "#server/testing/service.ts";

let server: TestMcpServer;
let issuer: TestOAuthServer;
const services: TestService[] = [];
beforeAll(async () => {
  server = await startMcpServer([{ name: "search", inputSchema: { type: "object" } }]);
  issuer = await startOAuthServer(server);
});
afterAll(async () => {
  for (const service of services) await service.close();
  await issuer.close();
  await server.close();
});

async function serviceAt(env: Record<string, string>): Promise<{ service: TestService; person: Newcomer }> {
  const service = await startService({ env: { OUTBOUND_ALLOW: `${server.host},${issuer.host}`, ...env } });
  services.push(service);
  issuer.documentAt = (client) => client.replace(/^https:\/\/[^/]+/, service.url);
  return { service, person: await newcomer(service) };
}

async function signIn({ service, person }: Awaited<ReturnType<typeof serviceAt>>) {
  const as = { as: null, headers: { cookie: person.credentials.cookie ?? "" } };
  const params = { teamId: service.teamId };
  const started = await service.ok(authorizeMcpOAuth, { params, body: { mcp_server_url: server.url, name: "Issues" } }, as);
  const asked = new URL(started.authorization_url).searchParams;
  const body = Object.fromEntries(await issuer.consent(started.authorization_url)) as { state: string; code: string };
  await service.ok(completeMcpOAuth, { body }, as);
  return asked;
}

const knows = async (service: TestService) => service.ok(checkMcpOAuth, { body: { mcp_server_url: server.url } });

test("is the client id where a server reads such documents, and nothing is registered", async () => {
  issuer.metadata = { client_id_metadata_document_supported: true, registration_endpoint: undefined };
  const at = await serviceAt({ BASE_URL: "https://caseload.example" });
  expect(await knows(at.service)).toMatchObject({ supports_dcr: false, knows_clients: true });
  const asked = await signIn(at);
  expect(asked.get("client_id")).toBe("https://caseload.example/client-metadata.json");
  expect(asked.get("redirect_uri")).toBe("https://caseload.example/connections/callback");
  expect(issuer.registered).toEqual([]);
  const document = await fetch(`${at.service.url}/client-metadata.json`);
  expect([document.status, document.headers.get("content-type"), await document.json()]).toEqual([
    200,
    expect.stringContaining("application/json"),
    {
      client_id: "https://caseload.example/client-metadata.json",
      client_uri: "https://caseload.example",
      client_name: "Caseload",
      application_type: "web",
      redirect_uris: ["https://caseload.example/connections/callback"],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    },
  ]);
});

test("is not used where others cannot read it, or the server does not offer it", async () => {
  issuer.metadata = { client_id_metadata_document_supported: true };
  const unread: Record<string, string>[] = [{}, { BASE_URL: "https://caseload.example", OAUTH_CLIENT_DOCUMENT: "false" }];
  for (const env of unread) {
    const before = issuer.registered.length;
    expect((await signIn(await serviceAt(env))).get("client_id")).toBe(issuer.registered[before]);
  }
  issuer.metadata = {};
  const at = await serviceAt({ BASE_URL: "https://caseload.example" });
  expect((await signIn(at)).get("client_id")).toBe(issuer.registered.at(-1));
  issuer.metadata = { client_id_metadata_document_supported: true, registration_endpoint: undefined };
  const plain = await serviceAt({});
  expect(await knows(plain.service)).toMatchObject({ supports_dcr: false, knows_clients: false });
});
