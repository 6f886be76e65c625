import { type AddressInfo, createServer } from "node:net";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import {
  Client,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAgent, listAgents } from "#contract/agents/agents.ts";
import { listApiKeys, revokeApiKey } from "#contract/teams/api-keys.ts";
import { decideAuthorization, getAuthorization } from "#contract/teams/authorizations.ts";
import { signOutEverywhere } from "#contract/teams/session.ts";
import { listMyTeams } from "#contract/teams/profile.ts";
import { newcomer, type Newcomer } from "#server/gates/newcomer.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { removeOverRecords } from "./oauth-records.store.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const returnsTo = "http://localhost:33418/callback";

/** A browser in which somebody is signed in; it keeps cookies, and follows until it would leave. */
function browserOf(who: Newcomer) {
  const jar = new Map<string, string>((who.credentials.cookie ?? "").split("; ").map((pair) => pair.split("=", 2) as [string, string]));
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  return {
    as: () => ({ as: null, headers: { cookie: who.credentials.cookie ?? "" } }),
    /** Where one redirect leads. */
    async go(address: string | URL): Promise<URL> {
      const answer = await fetch(address, { redirect: "manual", headers: { cookie: cookie(), accept: "text/html" } });
      for (const set of answer.headers.getSetCookie()) {
        const [name = "", value = ""] = (set.split(";")[0] ?? "").split("=");
        jar.set(name, value);
      }
      return new URL(answer.headers.get("location") ?? `about:${answer.status}`, address);
    },
  };
}
type Browser = ReturnType<typeof browserOf>;

const idOf = (page: URL) => page.searchParams.get("id") ?? "";

/** Opens the page that an AI client leads to, lets it in, and goes on to where the client listens. */
async function letIn(browser: Browser, address: string | URL, body: { team_id?: string | null; reads_only?: boolean } = {}): Promise<URL> {
  const id = idOf(await browser.go(address));
  const { continue_url } = await service.ok(decideAuthorization, { params: { id }, body: { allow: true, ...body } }, browser.as());
  return browser.go(continue_url);
}

/** What an AI client keeps, and where it would open a browser. */
function clientKeeping(): OAuthClientProvider & { opened?: URL; kept?: OAuthTokens } {
  let information: OAuthClientInformationMixed | undefined;
  let verifier = "";
  let discovered: OAuthDiscoveryState | undefined;
  return {
    redirectUrl: returnsTo,
    clientMetadata: { client_name: "Example host", redirect_uris: [returnsTo] },
    clientInformation: () => information,
    saveClientInformation: (saved) => void (information = saved),
    tokens() {
      return this.kept;
    },
    saveTokens(tokens) {
      this.kept = tokens;
    },
    redirectToAuthorization(url) {
      this.opened = url;
    },
    discoveryState: () => discovered,
    saveDiscoveryState: (saved) => void (discovered = saved),
    saveCodeVerifier: (saved) => void (verifier = saved),
    codeVerifier: () => verifier,
  };
}

const register = (client: object) =>
  fetch(`${service.url}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(client),
  });

/** Registers a client, and begins a sign-in by hand. */
async function begin(more: Record<string, string> = {}, client: object = {}) {
  const registered = await register({ client_name: "By hand", redirect_uris: [more["redirect_uri"] ?? returnsTo], ...client });
  const { client_id } = (await registered.json()) as { client_id: string };
  const verifier = randomBytes(32).toString("base64url");
  const code_challenge = createHash("sha256").update(verifier).digest("base64url");
  const address = new URL("/oauth/authorize", service.url);
  const given = {
    client_id,
    response_type: "code",
    redirect_uri: returnsTo,
    code_challenge,
    code_challenge_method: "S256",
    state: "kept",
    ...more,
  };
  for (const [name, value] of Object.entries(given)) address.searchParams.set(name, value);
  return { client_id, verifier, address };
}

async function askToken(body: Record<string, string>): Promise<{ status: number; answer: Record<string, string> }> {
  const answer = await fetch(`${service.url}/oauth/token`, { method: "POST", body: new URLSearchParams(body) });
  return { status: answer.status, answer: (await answer.json()) as Record<string, string> };
}

const exchange = (begun: { client_id: string; verifier: string }, back: URL) =>
  askToken({
    grant_type: "authorization_code",
    client_id: begun.client_id,
    code: back.searchParams.get("code") ?? "",
    code_verifier: begun.verifier,
    redirect_uri: returnsTo,
  });

const refresh = (begun: { client_id: string }, token = "") =>
  askToken({ grant_type: "refresh_token", client_id: begun.client_id, refresh_token: token });

/** The status of a call to the door. */
async function asked(token = "", path = "/v2/mcp"): Promise<number> {
  const answer = await fetch(service.url + path, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
  });
  await answer.body?.cancel();
  return answer.status;
}

describe("an AI client that signs in", () => {
  test("is led to a page, let in for one team, works, and ends with its key", async () => {
    const who = await newcomer(service);
    const browser = browserOf(who);
    const keeping = clientKeeping();
    const transport = () => new StreamableHTTPClientTransport(new URL("/v2/mcp", service.url), { authProvider: keeping });
    const first = transport();
    await expect(new Client({ name: "host", version: "1" }).connect(first)).rejects.toThrow(UnauthorizedError);
    const page = await browser.go(keeping.opened as URL);
    expect(page.pathname + page.search).toMatch(/^\/authorize\?id=[\w-]+$/);
    const { authorization } = await service.ok(getAuthorization, { params: { id: idOf(page) } }, browser.as());
    expect(authorization).toMatchObject({ client: "Example host", host: null, returns_to: null, reads_only: false });

    const { teams } = await service.ok(listMyTeams, {}, browser.as());
    const team_id = teams[0]?.id ?? "";
    const back = await letIn(browser, keeping.opened as URL, { team_id });
    expect(back.href).toContain(returnsTo);
    await first.finishAuth(back.searchParams);

    const client = new Client({ name: "host", version: "1" });
    await client.connect(transport());
    const made = await client.callTool({ name: "createSandbox", arguments: { team_id } });
    expect(made).toMatchObject({ _meta: { status: 201 } });
    const { api_keys } = await service.ok(listApiKeys, {}, browser.as());
    expect(api_keys).toMatchObject([{ name: "Example host", client: "Example host", hint: "", team_id, reads_only: false }]);
    // The token is for the door alone.
    await service.fails(listAgents, { params: { teamId: team_id } }, "unauthorized", { as: { key: keeping.kept?.access_token ?? "" } });

    await service.ok(revokeApiKey, { params: { id: api_keys[0]?.id ?? "" } }, browser.as());
    expect(await asked(keeping.kept?.access_token)).toBe(401);
    await client.close();
  });

  test("that may only read changes nothing, and is offered what reads", async () => {
    const browser = browserOf(await newcomer(service));
    const narrow = await begin({ resource: `${service.url}/v2/mcp/read` });
    const { authorization } = await service.ok(getAuthorization, { params: { id: idOf(await browser.go(narrow.address)) } }, browser.as());
    expect(authorization.reads_only).toBe(true);
    const begun = await begin();
    const { answer } = await exchange(begun, await letIn(browser, begun.address, { reads_only: true }));
    const client = new Client({ name: "host", version: "1" });
    const requestInit = { headers: { authorization: `Bearer ${answer["access_token"]}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL("/v2/mcp", service.url), { requestInit }));
    const { tools } = await client.listTools();
    expect([tools.some(({ name }) => name === "listAgents"), tools.some(({ name }) => name === createAgent.name)]).toEqual([true, false]);
    await client.close();
  });

  test("is not let in by a person who followed a link of somebody else", async () => {
    const [stranger, victim] = [browserOf(await newcomer(service)), browserOf(await newcomer(service))];
    const begun = await begin();
    const id = idOf(await stranger.go(begun.address));
    const { continue_url } = await service.ok(decideAuthorization, { params: { id }, body: { allow: true } }, victim.as());
    expect((await stranger.go(continue_url)).href).toBe(`${service.url}/authorize?refused=other_browser`);
    expect((await victim.go(continue_url)).searchParams.get("refused")).toBe("invalid_request");
  });

  test("is not let in by it where the address names no sign-in, either", async () => {
    const [stranger, victim] = [browserOf(await newcomer(service)), browserOf(await newcomer(service))];
    for (const junk of ["JUNK", "%00", "../authorize/JUNK"]) {
      const begun = await begin();
      const id = idOf(await stranger.go(begun.address));
      await service.ok(decideAuthorization, { params: { id }, body: { allow: true } }, victim.as());
      const back = await stranger.go(`${service.url}/oauth/authorize/${junk}`);
      expect([back.searchParams.get("code"), junk]).toEqual([null, junk]);
      expect((await exchange(begun, back)).status).toBe(400);
    }
  });

  test("comes after another one in the same browser", async () => {
    const browser = browserOf(await newcomer(service));
    for (let client = 0; client < 2; client++) {
      const begun = await begin();
      const { answer } = await exchange(begun, await letIn(browser, begun.address));
      expect(await asked(answer["access_token"])).toBe(200);
    }
    expect((await service.ok(listApiKeys, {}, browser.as())).api_keys).toHaveLength(2);
  });

  test("asks again each time, whoever was let in by this browser before", async () => {
    const [before, after] = [await newcomer(service), await newcomer(service)];
    const browser = browserOf(before);
    await letIn(browser, (await begin()).address);
    const begun = await begin();
    expect(idOf(await browser.go(begun.address))).toMatch(/^[\w-]+$/);
    const next = browserOf(after);
    const { answer } = await exchange(begun, await letIn(next, begun.address));
    expect(await asked(answer["access_token"])).toBe(200);
  });

  test("is told of a no, and a decision counts once", async () => {
    const browser = browserOf(await newcomer(service));
    const begun = await begin();
    const params = { id: idOf(await browser.go(begun.address)) };
    await service.fails(decideAuthorization, { params, body: { allow: true, team_id: randomUUID() } }, "not_found", browser.as());
    const { continue_url } = await service.ok(decideAuthorization, { params, body: { allow: false } }, browser.as());
    await service.fails(decideAuthorization, { params, body: { allow: true } }, "authorization_over", browser.as());
    await service.fails(getAuthorization, { params }, "authorization_over", browser.as());
    const back = await browser.go(continue_url);
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: "access_denied", state: "kept", iss: service.url });
    expect((await service.ok(listApiKeys, {}, browser.as())).api_keys).toEqual([]);
  });

  test("is not let in by somebody who has as many keys as one may have, until one is revoked", async () => {
    const person = await newcomer(service);
    const browser = browserOf(person);
    await service.pool.query(
      `insert into api_keys (id, user_id, name, hint, hash)
       select gen_random_uuid(), $1, 'Full', '', 'full ' || n from generate_series(1, 200) n`,
      [person.id],
    );
    const params = { id: idOf(await browser.go((await begin()).address)) };
    await service.fails(decideAuthorization, { params, body: { allow: true } }, "too_many", browser.as());
    await service.pool.query("delete from api_keys where hash = 'full 7'");
    await service.ok(decideAuthorization, { params, body: { allow: true } }, browser.as());
  });

  test("two decisions at once are one", async () => {
    const browser = browserOf(await newcomer(service));
    const params = { id: idOf(await browser.go((await begin()).address)) };
    const decide = () => service.call(decideAuthorization, { params, body: { allow: true } }, browser.as());
    const answers = await Promise.all([decide(), decide(), decide()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect((await service.ok(listApiKeys, {}, browser.as())).api_keys).toHaveLength(1);
  });
});

describe("what it holds", () => {
  test("is exchanged once; a code that comes again ends everything that came of it", async () => {
    const browser = browserOf(await newcomer(service));
    const begun = await begin();
    const back = await letIn(browser, begun.address);
    const wrong = await exchange({ ...begun, verifier: randomBytes(32).toString("base64url") }, back);
    expect([wrong.status, wrong.answer["error"]]).toEqual([400, "invalid_grant"]);
    const answers = await Promise.all([exchange(begun, back), exchange(begun, back)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    const token = answers.find(({ status }) => status === 200)?.answer["access_token"];
    expect((await exchange(begun, back)).answer["error"]).toBe("invalid_grant");
    expect(await asked(token)).toBe(401);
  });

  test("is nothing once its grant is gone, also what was stored in that moment", async () => {
    const begun = await begin();
    const { answer } = await exchange(begun, await letIn(browserOf(await newcomer(service)), begun.address));
    const token = answer["access_token"];
    expect(await asked(token)).toBe(200);
    await service.pool.query("delete from oauth_records where kind = 'Grant'");
    expect(await asked(token)).toBe(401);
    expect((await refresh(begun, answer["refresh_token"])).answer["error"]).toBe("invalid_grant");
  });

  test("is renewed; a repeated renewal is an answer that was lost, a late one a theft", async () => {
    const browser = browserOf(await newcomer(service));
    const begun = await begin();
    const { answer } = await exchange(begun, await letIn(browser, begun.address));
    const [one, two] = await Promise.all([refresh(begun, answer["refresh_token"]), refresh(begun, answer["refresh_token"])]);
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(await asked(one.answer["access_token"])).toBe(200);
    await service.pool.query("update oauth_records set consumed_at = consumed_at - interval '1 minute' where consumed_at is not null");
    expect((await refresh(begun, answer["refresh_token"])).answer["error"]).toBe("invalid_grant");
    expect([await asked(one.answer["access_token"]), await asked(two.answer["access_token"])]).toEqual([401, 401]);
  });

  test("counts at the address that it was asked for and below it, nowhere else", async () => {
    const addresses = [
      "/v2/mcp",
      "/v2/mcp/read",
      "/v2/mcp/areas/runs",
      "/v2/mcp/areas/runs/read",
      "/v2/mcp/areas/runs,files",
      "/v2/mcp/find",
    ];
    const counts = async (more: Record<string, string>) => {
      const begun = await begin(more);
      const { answer } = await exchange(begun, await letIn(browserOf(await newcomer(service)), begun.address));
      const renewed = await refresh(begun, answer["refresh_token"]);
      const at = async (token?: string) => {
        const statuses = await Promise.all(addresses.map((path) => asked(token, path)));
        return addresses.filter((_, i) => statuses[i] === 200);
      };
      expect(await at(renewed.answer["access_token"])).toEqual(await at(answer["access_token"]));
      return at(answer["access_token"]);
    };
    const resource = (path: string) => ({ resource: `${service.url}${path}` });
    expect(await counts({})).toEqual(addresses);
    expect(await counts(resource("/v2/mcp"))).toEqual(addresses);
    expect(await counts(resource("/v2/mcp/areas/runs"))).toEqual(["/v2/mcp/areas/runs", "/v2/mcp/areas/runs/read"]);
    expect(await counts(resource("/v2/mcp/areas/runs/read"))).toEqual(["/v2/mcp/areas/runs/read"]);
    const begun = await begin(resource("/v2/mcp/read"));
    const { answer } = await exchange(begun, await letIn(browserOf(await newcomer(service)), begun.address));
    const refused = await fetch(`${service.url}/v2/mcp`, {
      method: "POST",
      headers: { authorization: `Bearer ${answer["access_token"]}` },
    });
    expect(refused.status).toBe(401);
    expect(await refused.json()).toMatchObject({
      message: `This sign-in is for ${service.url}/v2/mcp/read. Sign in again for this address.`,
    });
    expect(refused.headers.get("www-authenticate")).toContain("resource_metadata=");
  });

  test("is nothing once its person has signed out everywhere, before its code was exchanged", async () => {
    const browser = browserOf(await newcomer(service));
    const begun = await begin();
    const back = await letIn(browser, begun.address);
    await service.ok(signOutEverywhere, { query: {} }, browser.as());
    expect((await exchange(begun, back)).answer["error"]).toBe("invalid_grant");
  });

  test("is stored by its hash only, ends in time, and goes with its key", async () => {
    const browser = browserOf(await newcomer(service));
    const begun = await begin();
    const back = await letIn(browser, begun.address);
    const { answer } = await exchange(begun, back);
    const { rows } = await service.pool.query<{ text: string }>("select r::text as text from oauth_records r");
    const held = [answer["access_token"], answer["refresh_token"], back.searchParams.get("code"), begun.verifier];
    for (const { text } of rows) for (const each of held) expect(text).not.toContain(each);

    await service.pool.query("update oauth_records set expires_at = now() where kind = 'AccessToken'");
    expect(await asked(answer["access_token"])).toBe(401);
    await service.pool.query("update oauth_records set expires_at = now() - interval '2 hours' where kind <> 'Client'");
    await service.pool.query("update api_keys set created_at = now() - interval '2 hours' where client is not null");
    await removeOverRecords(service.app.services.store.db, () => false);
    expect((await service.ok(listApiKeys, {}, browser.as())).api_keys).toEqual([]);
    expect((await refresh(begun, answer["refresh_token"])).answer["error"]).toBe("invalid_grant");
  });

  test.each([
    ["another address of this service", { resource: "https://example.com/v2/mcp" }, "invalid_target"],
    ["no proof of who began it", { code_challenge: "", code_challenge_method: "" }, "invalid_request"],
    ["a proof that can be read", { code_challenge_method: "plain" }, "invalid_request"],
    ["a token in the address", { response_type: "token" }, "unsupported_response_type"],
  ])("is refused for %s", async (_what, more, error) => {
    const back = await browserOf(await newcomer(service)).go((await begin(more)).address);
    const said = new URLSearchParams(back.search || back.hash.slice(1));
    expect([back.origin, said.get("error")]).toEqual([new URL(returnsTo).origin, error]);
  });

  test("asks no address within the network for what describes a client", async () => {
    const canary = createServer();
    let connections = 0;
    canary.on("connection", (socket) => {
      connections++;
      socket.destroy();
    });
    await new Promise<void>((resolve) => void canary.listen(0, "127.0.0.1", resolve));
    const { port } = canary.address() as AddressInfo;
    const browser = browserOf(await newcomer(service));
    for (const client_id of [
      `https://127.0.0.1:${port}/client.json`,
      `https://localhost:${port}/client.json`,
      `https://[::ffff:127.0.0.1]:${port}/c`,
    ]) {
      const page = await browser.go((await begin({ client_id })).address);
      expect(page.href).toBe(`${service.url}/authorize?refused=invalid_client`);
    }
    canary.close();
    expect(connections).toBe(0);
  });

  test("goes by https, to this computer or to an app, and says which", async () => {
    const browser = browserOf(await newcomer(service));
    const allowed: [string, string | null][] = [
      ["https://assistant.example.com/callback", "assistant.example.com"],
      ["http://127.0.0.1:5000/callback", null],
      ["http://[::1]/callback", null],
      ["editor://example.editor/callback", "editor:"],
      ["com.example.editor:/callback", "com.example.editor:"],
    ];
    for (const [redirect_uri, returns_to] of allowed) {
      const params = { id: idOf(await browser.go((await begin({ redirect_uri })).address)) };
      expect((await service.ok(getAuthorization, { params }, browser.as())).authorization).toMatchObject({ returns_to });
    }
    const refused = [
      "http://assistant.example.com/callback",
      "http://localhost@example.com/callback",
      "http://localhost.example.com/callback",
      "https://me:secret@example.com/callback",
      "javascript:alert(1)",
      ..."mailto:a@example.com tel:1 ftp://example.com/x ws://example.com/x intent://example.com/x view-source:https://example.com".split(
        " ",
      ),
      ..."chrome://settings/x ms-msdt:/id ms-settings://x/y editor:callback editor:/callback".split(" "),
      "https://evil.example\n.x/callback",
      " https://assistant.example.com/callback",
      "https://assistant.example.com/call\tback",
      "https://assistant\u2024example.com/callback",
      `https://example.com/${"a".repeat(2_000)}`,
    ];
    for (const application_type of ["native", "web"])
      for (const uri of refused) {
        const answer = await register({ client_name: "Elsewhere", application_type, redirect_uris: [uri] });
        expect([answer.status, uri]).toEqual([400, uri]);
      }
  });

  test("says of itself no more than fits, in characters that can be kept", async () => {
    const refused: object[] = [
      { client_name: "nul\0x" },
      { client_name: "\ud800" },
      { client_name: "a".repeat(201) },
      { redirect_uris: Array.from({ length: 21 }, (_, n) => `${returnsTo}/${n}`) },
      { redirect_uris: [] },
      { redirect_uris: "none" },
    ];
    for (const client of refused) {
      const answer = await register({ client_name: "By hand", redirect_uris: [returnsTo], ...client });
      expect([answer.status, client]).toEqual([400, client]);
    }
    const browser = browserOf(await newcomer(service));
    expect((await browser.go((await begin({ state: "nul\0x" })).address)).searchParams.get("error")).toBe("invalid_request");
    const form = await browser.go((await begin({ response_mode: "form_post" })).address);
    expect(form.href).toBe(`${service.url}/authorize?refused=unsupported_response_mode`);
  });

  test("never goes to an address that was not registered", async () => {
    const browser = browserOf(await newcomer(service));
    for (const redirect_uri of ["http://localhost:33418/other", "https://example.com/callback", `${returnsTo}/../x`]) {
      const page = await browser.go((await begin({ redirect_uri }, { redirect_uris: [returnsTo] })).address);
      expect(page.href).toBe(`${service.url}/authorize?refused=invalid_redirect_uri`);
    }
  });
});

/** What hosts send when they register, by their public sources, and what RFC 7591 lets a server replace or ignore. */
const ofHosts: readonly [string, object][] = [
  ["a host that asks for a secret", { token_endpoint_auth_method: "client_secret_post" }],
  ["a host that asks for the scopes of another product", { scope: "openid profile email offline_access" }],
  ["a host with an empty scope", { scope: "" }],
  [
    "a host with a grant that is not offered",
    { grant_types: ["authorization_code", "refresh_token", "client_credentials", "urn:ietf:params:oauth:grant-type:device_code"] },
  ],
  ["a host with an answer that is not offered", { response_types: ["code", "code id_token"] }],
  [
    "a host that signs with keys",
    { token_endpoint_auth_method: "private_key_jwt", jwks: { keys: [] }, token_endpoint_auth_signing_alg: "RS256" },
  ],
  ["a host that sends what it does not have", { client_uri: null, logo_uri: "", tos_uri: "none", contacts: [], software_statement: null }],
  [
    "a host that knows more than we do",
    { software_id: "4NRB1", software_version: "2", "client_name#ja": "クライアント", example_extension: { deep: [1] } },
  ],
  [
    "a host with members of OpenID Connect",
    { subject_type: "pairwise", id_token_signed_response_alg: "RS256", default_max_age: "x", application_type: "desktop" },
  ],
];

describe("a client that registers", () => {
  test.each(ofHosts)("as %s does is a public one, and signs in", async (_, client) => {
    const answer = await register({ client_name: "Host", redirect_uris: [returnsTo], ...client });
    const registered = (await answer.json()) as Record<string, unknown>;
    expect([answer.status, registered]).toMatchObject([
      201,
      {
        token_endpoint_auth_method: "none",
        redirect_uris: [returnsTo],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
      },
    ]);
    expect(Object.keys(registered).filter((name) => name.startsWith("client_secret"))).toEqual([]);
    const begun = await begin({}, client);
    const { status, answer: tokens } = await exchange(begun, await letIn(browserOf(await newcomer(service)), begun.address));
    expect([status, await asked(tokens["access_token"])]).toEqual([200, 200]);
  });

  test.each(["openid", "offline_access", "openid profile", "mcp openid", "mcp offline_access", "everything"])(
    "asks for %s and gets what there is, also when it renews",
    async (wanted) => {
      const begun = await begin({ scope: wanted });
      const { status, answer } = await exchange(begun, await letIn(browserOf(await newcomer(service)), begun.address));
      expect([status, answer["scope"]?.split(" ")]).toMatchObject([200, expect.arrayContaining(["mcp"])]);
      const renewed = await askToken({
        grant_type: "refresh_token",
        client_id: begun.client_id,
        refresh_token: answer["refresh_token"] ?? "",
        scope: answer["scope"] ?? "",
      });
      expect([renewed.status, await asked(renewed.answer["access_token"])]).toEqual([200, 200]);
    },
  );

  test("may ask for all that the metadata lists, and repeat it when it renews", async () => {
    const read = await fetch(`${service.url}/.well-known/oauth-authorization-server`);
    const { scopes_supported } = (await read.json()) as { scopes_supported: string[] };
    expect(scopes_supported).toEqual(["mcp", "offline_access"]);
    const scope = scopes_supported.join(" ");
    const begun = await begin({ scope, nonce: "of OpenID Connect", max_age: "60" });
    const { answer } = await exchange(begun, await letIn(browserOf(await newcomer(service)), begun.address));
    const renewed = await askToken({
      grant_type: "refresh_token",
      client_id: begun.client_id,
      refresh_token: answer["refresh_token"] ?? "",
      scope,
    });
    expect(renewed).toMatchObject({ status: 200 });
  });
});

test("what a client reads first names this service, whatever the request says", async () => {
  const refused = await fetch(`${service.url}/v2/mcp/read`, { method: "POST" });
  const metadata = `${service.url}/.well-known/oauth-protected-resource/v2/mcp/read`;
  expect(refused.headers.get("www-authenticate")).toBe(`Bearer resource_metadata="${metadata}", scope="mcp"`);
  const read = async (address: string) =>
    (await (await fetch(address, { headers: { "x-forwarded-host": "evil.example.com", "x-forwarded-proto": "https" } })).json()) as object;
  expect(await read(metadata)).toMatchObject({ resource: `${service.url}/v2/mcp/read`, authorization_servers: [service.url] });
  const said = await read(`${service.url}/.well-known/oauth-authorization-server`);
  expect(said).not.toHaveProperty("pushed_authorization_request_endpoint");
  expect(said).toMatchObject({
    response_modes_supported: ["query", "fragment"],
    issuer: service.url,
    authorization_endpoint: `${service.url}/oauth/authorize`,
    token_endpoint: `${service.url}/oauth/token`,
    registration_endpoint: `${service.url}/oauth/register`,
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none"],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
  });
});
