import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { getConnection, maxConnections } from "#contract/connections/connections.ts";
import { createCustomIntegration } from "#contract/connections/integrations.ts";
import * as contract from "#contract/connections/oauth.ts";
import type { CallInput } from "#contract/endpoint.ts";
import type { ConnectionRecord } from "#server/connections/connections/connections.store.ts";
import { reaching } from "#server/connections/mcp/reach.ts";
import { mcpOf } from "#server/connections/mcp/processes.ts";
import type { EngineServices } from "#server/engine/services.ts";
import { newcomer, type Newcomer } from "#server/gates/newcomer.ts";
import { startMcpServer, type TestMcpServer } from "#server/testing/mcp-server.ts";
import { startOAuthServer, type TestOAuthServer } from "#server/testing/oauth-server.ts";
import { startService, type TestService } from "#server/testing/service.ts";
import { freshTokens } from "./renewal.ts";

let server: TestMcpServer;
let issuer: TestOAuthServer;
let service: TestService;
let person: Newcomer;
beforeAll(async () => {
  server = await startMcpServer([{ name: "search", inputSchema: { type: "object" } }]);
  issuer = await startOAuthServer(server);
  service = await startService({ env: { OUTBOUND_ALLOW: `${server.host},${issuer.host}` } });
  person = await newcomer(service);
});
afterEach(() => {
  Object.assign(issuer, { metadata: {}, iss: issuer.origin, account: undefined, token: undefined, lifetime: 3_600 });
});
afterAll(async () => {
  await service.close();
  await issuer.close();
  await server.close();
});

type Body = Partial<CallInput<typeof contract.authorizeMcpOAuth>["body"]>;
const as = (who: Newcomer) => ({ as: null, headers: { cookie: who.credentials.cookie ?? "" } });
const asking = (body: Body = {}) => ({ params: { teamId: service.teamId }, body: { mcp_server_url: server.url, name: "Issues", ...body } });
const start = async (body?: Body, who = person) => (await service.ok(contract.authorizeMcpOAuth, asking(body), as(who))).authorization_url;
const refusal = async (body: Body) =>
  (await service.fails(contract.authorizeMcpOAuth, asking(body), "invalid_request", as(person))).issues?.[0]?.path;
const back = (brought: URLSearchParams) => Object.fromEntries(brought) as { state: string; code: string; iss: string };
const complete = (body: CallInput<typeof contract.completeMcpOAuth>["body"], who = person) =>
  service.ok(contract.completeMcpOAuth, { body }, as(who));
const fails = (body: CallInput<typeof contract.completeMcpOAuth>["body"], code: string, who = person) =>
  service.fails(contract.completeMcpOAuth, { body }, code, as(who));
const connect = async (body?: Body) => complete(back(await issuer.consent(await start(body))));

const services = () => service.app.services as unknown as EngineServices;
const row = async (id: string) =>
  (await service.pool.query<ConnectionRecord>("select * from connections where id = $1", [id])).rows[0] as ConnectionRecord;
const tools = async (id: string) =>
  (await reaching(services(), await row(id), (reached) => mcpOf(services().outbound).listTools(reached.server))).map(({ name }) => name);
const brokenEvents = async (id: string) =>
  (await service.pool.query("select data from events where type = 'connection.broken' and subject_id = $1", [id])).rows.map(
    ({ data }) => data as unknown,
  );

describe("a sign-in", () => {
  test("registers this service, makes a connection and reaches its tools", async () => {
    const url = new URL(await start({ return_url: "/profile?from=here" }));
    expect(url.origin).toBe(issuer.origin);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ code_challenge_method: "S256", resource: server.url, scope: "read" });
    const done = await complete(back(await issuer.consent(url.href)));
    expect(done).toMatchObject({ name: "Issues", repaired: false, return_url: `${service.url}/profile?from=here` });
    const connection = await service.ok(getConnection, { params: { connection_id: done.id } }, as(person));
    expect(connection).toMatchObject({
      user_id: person.id,
      provider: "mcp",
      auth_method: "oauth",
      has_oauth_tokens: true,
      oauth_provider: issuer.host,
      oauth_scopes: ["read"],
    });
    expect(await tools(done.id)).toEqual(["search"]);
    expect(JSON.stringify(await row(done.id))).not.toMatch(/access-|refresh-/);
  });

  test("names whom a connection acts as, where the other service says so", async () => {
    const labels = async (account: string | undefined) => {
      issuer.account = account;
      const { id } = await connect();
      expect(JSON.stringify(await row(id))).not.toContain("id_token");
      return (await service.ok(getConnection, { params: { connection_id: id } }, as(person))).account_label;
    };
    expect(await labels(undefined)).toBeNull();
    expect(await labels("books@example.com")).toBe("books@example.com");
    expect(await labels("\u202ebooks\n@example.com")).toBe("books @example.com");
    expect(await labels("x".repeat(1_000))).toHaveLength(200);
  });

  test("uses the client that a person or an integration has", async () => {
    const before = issuer.registered.length;
    const own = await start({ oauth_client_id: "preregistered" });
    expect(new URL(own).searchParams.get("client_id")).toBe("preregistered");
    const body = { name: "Issues", auth_method: "oauth" as const, server_url: server.url, oauth_client_id: "preregistered" };
    const { id } = await service.ok(createCustomIntegration, { params: { teamId: service.teamId }, body });
    const { id: made } = await connect({ custom_integration_id: id });
    expect(await row(made)).toMatchObject({ custom_integration_id: id });
    expect(issuer.registered).toHaveLength(before);
    expect(await refusal({ custom_integration_id: id, oauth_client_id: "preregistered" })).toEqual(["oauth_client_id"]);
    expect(await refusal({ oauth_client_secret: "without its id" })).toEqual(["oauth_client_id"]);
    expect(await refusal({ custom_integration_id: service.teamId })).toEqual(["custom_integration_id"]);
    expect(await refusal({ custom_integration_id: id, mcp_server_url: `http://${server.host}/other` })).toEqual(["mcp_server_url"]);
  });

  test("is used once, within ten minutes, by whoever began it in their session", async () => {
    const brought = back(await issuer.consent(await start()));
    const other = await newcomer(service);
    await fails(brought, "oauth_over", other);
    await complete(brought);
    await fails(brought, "oauth_over");
    await fails({ state: "made up", code: "made up" }, "oauth_over");
    const late = back(await issuer.consent(await start()));
    await service.pool.query("update oauth_flows set expires_at = now() where used_at is null");
    await fails(late, "oauth_over");
    const left = back(await issuer.consent(await start({}, other)));
    await service.pool.query("delete from team_members where user_id = $1", [other.id]);
    await fails(left, "oauth_over", other);
  });

  test("ends without a connection where the other side refuses, or is not the one that was asked", async () => {
    const refused = back(await issuer.consent(await start()));
    const { message } = await fails({ state: refused.state, error: "access_denied" }, "oauth_refused");
    expect(message).toContain("Nothing was connected");
    for (const iss of ["https://evil.example.com", undefined]) {
      const brought = back(await issuer.consent(await start()));
      expect((await fails({ state: brought.state, code: brought.code, ...(iss && { iss }) }, "oauth_refused")).message).toContain(
        "not of the sign-in server",
      );
    }
    const wrong = back(await issuer.consent(await start()));
    expect((await fails({ ...wrong, code: "another" }, "oauth_refused")).message).not.toContain("555-0100");
    const away = back(await issuer.consent(await start()));
    issuer.token = { status: 503, body: {} };
    await fails(away, "server_unreachable");
    // A code goes nowhere but where it was meant to go.
    const moved = back(await issuer.consent(await start()));
    issuer.token = { status: 307, body: {} };
    await fails(moved, "outbound_refused");
  });

  test("is not begun where it would not be safe, or cannot be", async () => {
    const unsupported = async (metadata: Record<string, unknown>, code = "oauth_unsupported") => {
      issuer.metadata = metadata;
      return (await service.fails(contract.authorizeMcpOAuth, asking(), code, as(person))).message;
    };
    expect(await unsupported({ code_challenge_methods_supported: ["plain"] })).toContain("PKCE");
    expect(await unsupported({ code_challenge_methods_supported: undefined })).toContain("PKCE");
    expect(await unsupported({ registration_endpoint: undefined })).toContain("Enter the client id");
    await unsupported({ token_endpoint: "http://10.0.0.1/token" }, "outbound_refused");
    await unsupported({ authorization_endpoint: "http://issuer.example.com/authorize" }, "outbound_refused");
    await service.fails(contract.authorizeMcpOAuth, asking({ mcp_server_url: "http://10.0.0.1/mcp" }), "outbound_refused", as(person));
    issuer.metadata = {};
    const { before } = server;
    server.before = (_request, response) => Boolean(response.destroy());
    await service.fails(contract.authorizeMcpOAuth, asking(), "server_unreachable", as(person));
    server.before = before;
    for (const return_url of [
      "https://evil.example.com/",
      "//evil.example.com",
      "/\\evil.example.com",
      "javascript:alert(1)",
      `${service.url}@evil.example.com/`,
    ])
      expect(await refusal({ return_url })).toEqual(["return_url"]);
  });

  test("makes no more connections than a person may have, also where two come back at once", async () => {
    const brought = [back(await issuer.consent(await start())), back(await issuer.consent(await start()))];
    const fill = (most: number) =>
      service.pool.query(
        `insert into connections (id, team_id, user_id, name, type, provider, server_url, auth_method, created_by)
         select gen_random_uuid(), $1, $2, 'Filler', 'custom_mcp', 'user', 'https://filler.example.com/', 'url', $2
         from generate_series(1, $3 - (select count(*) from connections where team_id = $1 and user_id = $2))`,
        [service.teamId, person.id, most],
      );
    await fill(maxConnections - 1);
    const ends = await Promise.all(brought.map((body) => service.call(contract.completeMcpOAuth, { body }, as(person))));
    expect(ends.map(({ error }) => error?.error ?? "made").toSorted()).toEqual(["made", "too_many"]);
    await fails(back(await issuer.consent(await start())), "too_many");
    await service.pool.query("delete from connections where name = 'Filler'");
  });

  test("makes no connection of a kind of the catalog to a server that somebody named", async () => {
    for (const [integration_type, type] of [
      ["github", "custom_mcp"],
      ["case-queue-consumer", "custom_mcp"],
      ["books", "books"],
    ] as const)
      expect(await row((await connect({ integration_type })).id)).toMatchObject({ type });
  });

  test("repairs a connection in place, for whoever may change it", async () => {
    const { id } = await connect({ oauth_client_id: "preregistered" });
    await service.pool.query("update connections set broken_at = now(), broken_reason = 'invalid_grant' where id = $1", [id]);
    const before = issuer.registered.length;
    expect(await connect({ reconnect_instance_id: id, name: "Another name" })).toMatchObject({ id, repaired: true, name: "Issues" });
    expect(issuer.registered).toHaveLength(before);
    expect(await row(id)).toMatchObject({ broken_at: null, broken_reason: null, generation: 1 });
    expect(await tools(id)).toEqual(["search"]);
    for (const mcp_server_url of [`http://${issuer.host}/mcp`, `${server.url}/elsewhere`])
      expect(await refusal({ reconnect_instance_id: id, mcp_server_url })).toEqual(["mcp_server_url"]);
    const other = await newcomer(service);
    const late = back(await issuer.consent(await start({ reconnect_instance_id: id })));
    await service.pool.query("update connections set user_id = $2 where id = $1", [id, other.id]);
    await fails(late, "oauth_over");
    expect(await row(id)).toMatchObject({ generation: 1 });
    await service.pool.query("update connections set user_id = $2 where id = $1", [id, person.id]);
    await service.fails(contract.authorizeMcpOAuth, asking({ reconnect_instance_id: id }), "not_found", as(other));
    await service.pool.query("update connections set user_id = null where id = $1", [id]);
    await service.fails(contract.authorizeMcpOAuth, asking({ reconnect_instance_id: id }), "forbidden", as(other));
    await service.pool.query("update connections set user_id = $2 where id = $1", [id, person.id]);
    const brought = back(await issuer.consent(await start({ reconnect_instance_id: id })));
    await service.pool.query("delete from connections where id = $1", [id]);
    await fails(brought, "oauth_over");
  });
});

describe("tokens", () => {
  const renewals = () => issuer.granted.filter((grant) => grant === "refresh_token").length;

  test("are renewed once, however many ask, and rotation holds", async () => {
    const { id } = await connect();
    for (let round = 0; round < 3; round++) {
      await service.pool.query("update connections set access_expires_at = now() - interval '1 second' where id = $1", [id]);
      const before = renewals();
      const given = await Promise.all(Array.from({ length: 10 }, () => freshTokens(services(), id)));
      expect(new Set(given.map(({ tokens: { access_token } }) => access_token)).size).toBe(1);
      expect(renewals() - before).toBe(1);
    }
    expect(await row(id)).toMatchObject({ generation: 3, broken_at: null });
  });

  test("that a server no longer takes are renewed, and a renewed one that it refuses breaks the connection once", async () => {
    const { id } = await connect();
    issuer.forget();
    expect(await tools(id)).toEqual(["search"]);
    const guard = server.before;
    server.before = (_request, response) => Boolean(response.writeHead(401).end());
    await expect(tools(id)).rejects.toThrow("no longer works");
    await expect(tools(id)).rejects.toThrow("no longer works");
    server.before = guard;
    expect(await row(id)).toMatchObject({ broken_reason: "unauthorized" });
    expect(await brokenEvents(id)).toEqual([{ reason: "unauthorized" }]);
  });

  test("that were revoked break the connection; a sign-in server that is away does not", async () => {
    const { id } = await connect();
    await service.pool.query("update connections set access_expires_at = now() - interval '1 second' where id = $1", [id]);
    issuer.token = { status: 503, body: {} };
    await expect(tools(id)).rejects.toThrow("HTTP 503");
    expect(await row(id)).toMatchObject({ broken_at: null });
    issuer.token = { status: 400, body: { error: "invalid_grant" } };
    await service.pool.query("update connections set refresh_until = null where id = $1", [id]);
    const asked = await Promise.allSettled([tools(id), tools(id), tools(id)]);
    expect(asked.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(await row(id)).toMatchObject({ broken_reason: "invalid_grant" });
    expect(await brokenEvents(id)).toEqual([{ reason: "invalid_grant" }]);
  });

  test("that a person brought meanwhile are not overwritten by an older renewal", async () => {
    const { id } = await connect();
    await service.pool.query("update connections set access_expires_at = now() - interval '1 second' where id = $1", [id]);
    const brought = back(await issuer.consent(await start({ reconnect_instance_id: id })));
    // The sign-in ends between the question and the answer of the renewal.
    const answered = Promise.withResolvers<void>();
    const holds = Promise.withResolvers<void>();
    issuer.hold = async () => {
      holds.resolve();
      await answered.promise;
    };
    const renewing = freshTokens(services(), id);
    await holds.promise;
    issuer.hold = undefined;
    await complete(brought);
    answered.resolve();
    await renewing;
    expect(await row(id)).toMatchObject({ generation: 1, broken_at: null });
    expect(await tools(id)).toEqual(["search"]);
  });
});
