import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { callConnectionTool, listConnectionTools } from "#contract/connections/connection-tools.ts";
import { getConnection, updateConnection } from "#contract/connections/connections.ts";
import { listIntegrations } from "#contract/connections/integrations.ts";
import * as contract from "#contract/connections/native.ts";
import { completeMcpOAuth } from "#contract/connections/oauth.ts";
import type { CallInput } from "#contract/endpoint.ts";
import type { ConnectionRecord } from "#server/connections/connections/connections.store.ts";
import { freshTokens } from "#server/connections/oauth/renewal.ts";
import type { EngineServices } from "#server/engine/services.ts";
import { newcomer, type Newcomer } from "#server/gates/newcomer.ts";
import { startProvider, type TestProvider } from "#server/testing/native-provider.ts";
import { startService, type TestService } from "#server/testing/service.ts";
import { nativeKinds } from "./kinds.ts";
import { type Provider, providers } from "./providers.ts";

let provider: TestProvider;
let service: TestService;
let person: Newcomer;
beforeAll(async () => {
  provider = await startProvider();
  service = await startService({ env: { OUTBOUND_ALLOW: provider.host, OAUTH_PROVIDERS: provider.settings } });
  person = await newcomer(service);
});
afterEach(() => {
  Object.assign(provider, { tokensIn: undefined, account: {}, token: undefined, rotates: true, api: undefined, document: {} });
});
afterAll(async () => {
  await service.close();
  await provider.close();
});

type Body = CallInput<typeof contract.startNativeOAuth>["body"];
type Brought = CallInput<typeof completeMcpOAuth>["body"];
const as = (who: Newcomer) => ({ as: null, headers: { cookie: who.credentials.cookie ?? "" } });
const asking = (key: string, body: Body = {}) => ({ params: { teamId: service.teamId, provider: key }, body });
const start = async (key: string, body?: Body, who = person) =>
  (await service.ok(contract.startNativeOAuth, asking(key, body), as(who))).authorization_url;
const refused = async (key: string, body: Body) =>
  (await service.fails(contract.startNativeOAuth, asking(key, body), "invalid_request", as(person))).issues?.[0]?.path;
const complete = (body: Brought, who = person) => service.ok(completeMcpOAuth, { body }, as(who));
const fails = (body: Brought, code: string, who = person) => service.fails(completeMcpOAuth, { body }, code, as(who));
const shop = { shop: "Example.myshopify.com" };
const connect = async (key: string, body?: Body) => complete(provider.consent(await start(key, body)));
const of = (connection_id: string) => ({ params: { connection_id } });
const row = async (id: string) =>
  (await service.pool.query<ConnectionRecord>("select * from connections where id = $1", [id])).rows[0] as ConnectionRecord;
const services = () => service.app.services as unknown as EngineServices;
const call = (id: string, tool: string, given: Record<string, unknown>) =>
  service.ok(callConnectionTool, { ...of(id), body: { tool, arguments: given } }, as(person));

describe("every provider of the catalog", () => {
  test.each(nativeKinds.map((kind) => [kind.key, kind] as const))("%s signs in, says who it is, renews and is asked", async (key, kind) => {
    const { scope_parameter = "scope", ...asks } = providers[kind.provider] as Provider;
    provider.tokensIn = asks.tokens_in;
    provider.account = {
      shop: { name: "books" },
      email: "books",
      login: "books",
      mail: "books",
      name: "books",
      user: "books",
      portalId: "books",
    };
    const url = new URL(await start(key, { ...(asks.fields && shop), return_url: "/profile" }));
    expect(url.origin).toBe(provider.origin);
    expect(url.searchParams.get("code_challenge_method")).toBe(asks.pkce ? "S256" : null);
    expect(url.searchParams.get(scope_parameter)).toBe(kind.scopes.length > 0 ? kind.scopes.join(asks.scope_separator ?? " ") : null);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ ...asks.asks, client_id: "our-client", response_type: "code" });
    const { id, name, return_url } = await complete(provider.consent(url.href));
    expect({ name, return_url }).toEqual({ name: kind.name, return_url: `${service.url}/profile` });
    const exchange = provider.exchanges.at(-1);
    expect(exchange?.headers["content-type"]).toContain(asks.body === "json" ? "json" : "form");
    expect(exchange?.headers.authorization?.startsWith("Basic ") ?? false).toBe(asks.client === "basic");
    const connection = await service.ok(getConnection, of(id), as(person));
    expect(connection).toMatchObject({
      type: key,
      provider: "native",
      auth_method: "oauth",
      oauth_provider: kind.provider,
      oauth_provider_key: key,
      oauth_scopes: ["read", "write"],
      has_oauth_tokens: true,
      account_label: "books",
    });
    expect(JSON.stringify(await row(id))).not.toMatch(/access-|refresh-|our-secret/);

    await service.pool.query("update connections set access_expires_at = now() - interval '1 second' where id = $1", [id]);
    const { tools = [] } = await service.ok(listConnectionTools, of(id), as(person));
    expect(tools.map((tool) => tool.name)).toEqual(["read", "write", "delete"]);
    expect(await row(id)).toMatchObject({ generation: 1, broken_at: null });
    const done = await call(id, "write", { method: "PATCH", path: "/one?a=1", query: { b: "2" }, body: { state: "open" } });
    expect(done.success).toBe(true);
    const got = provider.calls.at(-1);
    expect(got).toMatchObject({ method: "PATCH", body: '{"state":"open"}' });
    expect(got?.path).toBe(`${new URL(connection.server_url).pathname.replace(/\/$/, "")}/one?a=1&b=2`);
    expect(got?.headers).toMatchObject(kind.headers ?? {});
    expect(kind.token_header === undefined ? got?.headers.authorization : got?.headers[kind.token_header]).toContain("access-");
    // The service repeats the token in what it answers.
    expect(JSON.stringify(done.content)).not.toContain("access-");
  });

  test("is in the catalog with its key, and says whether it is set up", async () => {
    const listed = (await service.ok(listIntegrations, { params: { teamId: service.teamId } })).integrations;
    for (const { key, name } of nativeKinds)
      expect(listed.find((each) => each.oauth_provider_key === key)).toMatchObject({
        name,
        type: key,
        provider: "native",
        oauth_ready: true,
      });
    expect(listed.find(({ type }) => type === "shopify")).toMatchObject({ oauth_start_fields: ["shop"] });
    expect(new Set(listed.map(({ id }) => id)).size).toBe(listed.length);
  });
});

describe("a sign-in", () => {
  test("is not begun for a service that is unknown or not set up, or at a wrong place", async () => {
    await service.fails(contract.startNativeOAuth, asking("nobody"), "not_found", as(person));
    expect(await refused("shopify", {})).toEqual(["shop"]);
    for (const wrong of [
      "example.com",
      "https://example.myshopify.com",
      "example.myshopify.com/admin",
      "a@b.myshopify.com",
      ".myshopify.com",
    ])
      expect(await refused("shopify", { shop: wrong })).toEqual(["shop"]);
    expect(await refused("github", shop)).toEqual(["shop"]);
    for (const return_url of ["https://evil.example.com/", "//evil.example.com", "javascript:alert(1)"])
      expect(await refused("github", { return_url })).toEqual(["return_url"]);
    const another = { issuer: "https://another.example.com" };
    for (const document of [another, { token_endpoint: undefined }]) {
      provider.document = document;
      await service.fails(contract.startNativeOAuth, asking("oidc"), "oauth_unsupported", as(person));
    }
    provider.document = { token_endpoint: "http://10.0.0.1/token" };
    await service.fails(contract.startNativeOAuth, asking("oidc"), "outbound_refused", as(person));
    const bare = await startService();
    const message = (
      await bare.fails(contract.startNativeOAuth, { params: { teamId: bare.teamId, provider: "github" }, body: {} }, "provider_not_set_up")
    ).message;
    expect(message).toContain("GitHub");
    const listed = (await bare.ok(listIntegrations, { params: { teamId: bare.teamId }, query: { type: "github" } })).integrations;
    expect(listed).toMatchObject([{ oauth_ready: false }]);
    await bare.close();
  });

  test("is not begun where the provider's own address is away or private", async () => {
    const env = (issuer: string) => ({
      OAUTH_PROVIDERS: JSON.stringify({ oidc: { client_id: "c", issuer, api: "https://api.example.com" } }),
    });
    for (const [issuer, code] of [
      ["http://127.0.0.1:9", "outbound_refused"],
      ["https://issuer.invalid", "server_unreachable"],
    ] as const) {
      const other = await startService({ env: env(issuer) });
      await other.fails(contract.startNativeOAuth, { params: { teamId: other.teamId, provider: "oidc" }, body: {} }, code);
      await other.close();
    }
  });

  test("is used once, by whoever began it in their session", async () => {
    const brought = provider.consent(await start("github"));
    const other = await newcomer(service);
    await fails(brought, "oauth_over", other);
    await complete(brought);
    await fails(brought, "oauth_over");
    const late = provider.consent(await start("github"));
    await service.pool.query("update oauth_flows set expires_at = now() where used_at is null");
    await fails(late, "oauth_over");
  });

  test("takes no code of another issuer, of another flow or without its verifier", async () => {
    const { state, code } = provider.consent(await start("googledrive"));
    expect((await fails({ state, code, iss: "https://evil.example.com" }, "oauth_refused")).message).toContain("not of the sign-in server");
    // A server that says of itself that it names itself has to.
    provider.document = { authorization_response_iss_parameter_supported: true };
    await fails(provider.consent(await start("oidc")), "oauth_refused");
    const own = provider.consent(await start("oidc"));
    expect(await complete({ ...own, iss: provider.origin })).toMatchObject({ name: "OpenID Connect" });
    const [one, two] = [provider.consent(await start("github")), provider.consent(await start("github"))];
    const { message } = await fails({ state: one.state, code: two.code }, "oauth_refused");
    expect(message).not.toContain("555-0100");
    for (const body of [{ error: "bad_verification_code" }, { ok: false, error: "invalid_code" }, {}]) {
      const next = provider.consent(await start("github"));
      provider.token = { status: 200, body };
      await fails(next, "oauth_refused");
    }
    const away = provider.consent(await start("github"));
    provider.token = { status: 503, body: {} };
    await fails(away, "server_unreachable");
  });

  test("repairs a connection in place, where it went before", async () => {
    const { id } = await connect("shopify", shop);
    await service.pool.query("update connections set broken_at = now(), broken_reason = 'unauthorized' where id = $1", [id]);
    expect(await refused("github", { reconnect_instance_id: id })).toEqual(["reconnect_instance_id"]);
    const other = await newcomer(service);
    await service.fails(contract.startNativeOAuth, asking("shopify", { reconnect_instance_id: id }), "not_found", as(other));
    expect(await connect("shopify", { reconnect_instance_id: id })).toMatchObject({ id, repaired: true });
    expect(await row(id)).toMatchObject({ broken_at: null, generation: 1 });
    await service.pool.query("update connections set user_id = null where id = $1", [id]);
    await service.fails(contract.startNativeOAuth, asking("shopify", { reconnect_instance_id: id }), "forbidden", as(other));
    await service.fails(updateConnection, { ...of(id), body: { auth_method: "headers" } }, "invalid_request");
    await service.fails(updateConnection, { ...of(id), body: { server_url: "https://evil.example.com/" } }, "invalid_request");
  });
});

describe("tokens", () => {
  const renewals = () => provider.exchanges.filter(({ body }) => body.includes("refresh_token")).length;

  test("are renewed once, however many ask, and rotation holds", async () => {
    const { id } = await connect("notion");
    for (let round = 0; round < 2; round++) {
      await service.pool.query("update connections set access_expires_at = now() - interval '1 second' where id = $1", [id]);
      const before = renewals();
      const given = await Promise.all(Array.from({ length: 8 }, () => freshTokens(services(), id)));
      expect(new Set(given.map(({ tokens }) => tokens.access_token)).size).toBe(1);
      expect(renewals() - before).toBe(1);
    }
    expect(await row(id)).toMatchObject({ generation: 2, broken_at: null });
  });

  test("that the service no longer takes break a connection that cannot renew them", async () => {
    provider.rotates = false;
    const { id } = await connect("github");
    provider.forget();
    expect(await service.ok(listConnectionTools, of(id), as(person))).toMatchObject({ success: false, code: "probe_failed" });
    expect(await row(id)).toMatchObject({ broken_reason: "unauthorized" });
  });

  test("that a service says are over, with status 200, are over", async () => {
    Object.assign(provider, { rotates: false, tokensIn: "authed_user" });
    const { id } = await connect("slack");
    provider.api = { status: 200, type: "application/json", body: '{"ok":false,"error":"token_revoked"}' };
    expect((await call(id, "read", { path: "/conversations.list" })).success).toBe(false);
    expect(await row(id)).toMatchObject({ broken_reason: "unauthorized" });
  });
});

describe("the API of a connection", () => {
  test("is asked within its own address, whatever a path has in it", async () => {
    const { id } = await connect("oidc");
    provider.calls.length = 0;
    for (const path of ["/../secrets", "/%2e%2e/secrets", "/x/../../secrets", "/\\..\\..\\secrets", "//../../x"])
      expect(await call(id, "read", { path })).toMatchObject({ success: false });
    for (const given of [{ path: "https://evil.example.com" }, { path: "@evil.example.com/" }, {}, { path: "/x", method: "DELETE" }])
      expect(await call(id, "read", given)).toMatchObject({ success: false });
    expect(await call(id, "toString", { path: "/x" })).toMatchObject({ success: false });
    expect(provider.calls).toEqual([]);
    await call(id, "delete", { path: "/a b#c" });
    expect(provider.calls.map(({ method, path }) => [method, path])).toEqual([["DELETE", "/things/a%20b"]]);
  });

  test("says what it answered, as far as a model can read it", async () => {
    const { id } = await connect("oidc");
    const said = async (status: number, type: string, body: string) => {
      provider.api = { status, type, body };
      const { success, content } = await call(id, "read", { path: "/x" });
      return [success, ...content.map((part) => part["text"] ?? part["left_out"])];
    };
    expect(await said(404, "application/json", '{"message":"gone"}')).toEqual([false, "HTTP 404, application/json", '{"message":"gone"}']);
    expect(await said(200, "image/png", "PNG")).toEqual([true, "HTTP 200, image/png", "About 3 bytes that are not text."]);
    const long = await said(200, "text/plain", "x".repeat(200_000));
    expect(String(long[2]).length).toBeLessThan(100_001);
    provider.api = { status: 302, type: "text/plain", body: "" };
    expect((await call(id, "read", { path: "/x" })).error).toContain("redirects");
  });
});
