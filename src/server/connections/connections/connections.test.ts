import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as contract from "#contract/connections/connections.ts";
import type { CallInput } from "#contract/endpoint.ts";
import { maxHeaders } from "#contract/connections/headers.ts";
import * as integrations from "#contract/connections/integrations.ts";
import type { PersonName } from "#server/testing/people.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { createEnvelope, Unreadable } from "#server/platform/sealing/envelope.ts";
import type { ConnectionRecord } from "./connections.store.ts";
import { openHeaders, placeOf } from "./sealed-headers.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService({ env: { OUTBOUND_ALLOW: "ledger.internal" } });
});
afterAll(() => service.close());

type Body = CallInput<typeof contract.createConnection>["body"];
type Changes = CallInput<typeof contract.updateConnection>["body"];
const params = () => ({ teamId: service.teamId });
const ledger: Body = { name: "Ledger", provider: "user", server_url: "https://ledger.example.com/mcp", auth_method: "headers" };
const create = (body: Partial<Body> = {}, as: PersonName = "owner") =>
  service.ok(contract.createConnection, { params: params(), body: { ...ledger, ...body } }, { as });
const refused = (body: Partial<Body>, code = "invalid_request", as: PersonName = "owner") =>
  service.fails(contract.createConnection, { params: params(), body: { ...ledger, ...body } }, code, { as });
const of = (connection_id: string) => ({ params: { connection_id } });
const update = (id: string, body: Changes, as: PersonName = "owner") => service.ok(contract.updateConnection, { ...of(id), body }, { as });
const headersOf = async (id: string) => (await service.ok(contract.getConnectionCredentials, of(id))).headers;
const row = async (id: string) =>
  (await service.pool.query<ConnectionRecord>("select * from connections where id = $1", [id])).rows[0] as ConnectionRecord;
const stored = async (id: string) => openHeaders(service.app.services.envelope, await row(id));

describe("a connection", () => {
  it("is answered without what it signs in with, and stored sealed", async () => {
    const headers = { plaintext: { "X-Region": "north" }, secret: { "X-Api-Key": "very secret key" } };
    const made = await create({ headers });
    expect(made).toMatchObject({
      name: "Ledger",
      type: "custom_mcp",
      provider: "user",
      user_id: service.ids.owner,
      team_id: service.teamId,
      server_url: "https://ledger.example.com/mcp",
      transport_type: "http",
      auth_method: "headers",
      custom_integration_id: null,
      has_headers: true,
      has_oauth_tokens: false,
      shared: false,
      created_by: service.ids.owner,
      broken_at: null,
      live_agents: 0,
    });
    expect(await service.ok(contract.getConnection, of(made.id))).toEqual(made);
    expect(await service.ok(contract.getConnectionCredentials, of(made.id))).toEqual({
      id: made.id,
      headers: { "X-Region": "north", "X-Api-Key": "" },
      secret: ["X-Api-Key"],
    });
    expect(JSON.stringify(await row(made.id))).not.toContain("very secret");
    expect(await stored(made.id)).toEqual({ "X-Api-Key": "very secret key" });
  });

  it("is of a kind of its own or none, and a mailbox by its address", async () => {
    const sent = { headers: { plaintext: { Username: "office" }, secret: { Password: "very secret" } } };
    const types = [];
    for (const body of [{ type: "imap" }, { type: "ledger" }, { type: "gmail", server_url: "imaps://imap.example.com" }])
      types.push((await create({ ...sent, ...body })).type);
    expect(types).toEqual(["custom_mcp", "ledger", "imap"]);
  });

  it("keeps a header secret that carries a credential, wherever it was written", async () => {
    const { id } = await create({ headers: { plaintext: { Authorization: "Bearer plain-mistake", "X-Region": "north" } } });
    expect(await headersOf(id)).toEqual({ Authorization: "", "X-Region": "north" });
    expect(JSON.stringify(await row(id))).not.toContain("plain-mistake");
  });

  it("is personal unless a Manager shares it, and then everybody sees it", async () => {
    const own = await create({ name: "Of a member" }, "member");
    const shared = await create({ name: "Of the team", shared: true }, "manager");
    expect(shared).toMatchObject({ user_id: null, shared: true });
    const list = async (as: PersonName, query = {}) =>
      (await service.ok(contract.listConnections, { params: params(), query }, { as })).integrations.map(({ name }) => name);
    expect(await list("member")).toEqual(["Of a member", "Of the team"]);
    expect(await list("member", { search: "A MEM" })).toEqual(["Of a member"]);
    expect(await list("member", { type: "notion" })).toEqual([]);
    expect(
      await service.ok(contract.listConnections, { params: params(), query: { limit: 1, offset: 1 } }, { as: "member" }),
    ).toMatchObject({
      total: 2,
      limit: 1,
      offset: 1,
      integrations: [{ id: shared.id }],
    });
    expect(await list("owner")).not.toContain("Of a member");
    for (const endpoint of [contract.getConnection, contract.getConnectionCredentials, contract.deleteConnection])
      await service.fails(endpoint, of(own.id), "not_found");
    await refused({ shared: true }, "forbidden", "builder");
    await service.fails(contract.updateConnection, { ...of(shared.id), body: { name: "No" } }, "forbidden", { as: "builder" });
    await service.fails(contract.updateConnection, { ...of(own.id), body: { shared: true } }, "forbidden", { as: "member" });
    await service.fails(contract.deleteConnection, of(shared.id), "forbidden", { as: "member" });
    expect((await update(shared.id, { shared: false }, "manager")).user_id).toBe(service.ids.manager);
  });

  it("leads only where the service may call, and where no header is sent in clear text", async () => {
    for (const server_url of ["http://ledger.example.com/", "https://127.0.0.1/mcp", "https://localhost/mcp", "https://[fd00::1]/"])
      await refused({ server_url }, "outbound_refused");
    const { id } = await create({ server_url: "http://ledger.internal/mcp" });
    await service.fails(contract.updateConnection, { ...of(id), body: { server_url: "https://10.0.0.1/" } }, "outbound_refused");
    for (const server_url of [
      "https://me:word@ledger.example.com/",
      "https://ledger.example.com/#part",
      "ftp://ledger.example.com/",
      "ledger",
    ])
      await refused({ server_url });
    expect((await create({ server_url: "HTTPS://Ledger.Example.com:443" })).server_url).toBe("https://ledger.example.com/");
  });

  it("is allowed by OAuth only with a consent, and says where one begins", async () => {
    expect((await refused({ auth_method: "oauth" })).issues?.[0]?.message).toContain("/connections/oauth/mcp/start");
    const { id } = await create();
    await service.fails(contract.updateConnection, { ...of(id), body: { auth_method: "oauth" } }, "invalid_request");
  });

  it("refuses headers that would change what is sent, or twice the same", async () => {
    const one = (name: string, value = "x"): Partial<Body> => ({ headers: { secret: { [name]: value } } });
    for (const name of [
      "Host",
      "content-length",
      "Transfer-Encoding",
      "Connection",
      "Mcp-Session-Id",
      "Cookie",
      "X Key",
      "X:Key",
      "Schlüssel",
      "",
    ])
      await refused(one(name));
    for (const value of ["a\r\nHost: other", "a\nb", "\u0000", " led by a space", "é", ""]) await refused(one("X-Key", value));
    await refused({ headers: { plaintext: { "x-key": "one" }, secret: { "X-Key": "two" } } });
    await refused({ headers: { secret: Object.fromEntries(Array.from({ length: maxHeaders + 1 }, (_, i) => [`X-${i}`, "x"])) } });
    await refused({ headers: { secret: { "X-One": "x".repeat(8000), "X-Two": "x".repeat(8000), "X-Three": "x".repeat(8000) } } });
  });
});

describe("a change of a connection", () => {
  it("keeps a secret header that is sent empty, and drops one that is not sent", async () => {
    const { id } = await create({ headers: { plaintext: { "X-Region": "north" }, secret: { "X-One": "first", "X-Two": "second" } } });
    await update(id, { headers: { secret: { "X-One": "", "X-Two": "changed" } } });
    expect(await stored(id)).toEqual({ "X-One": "first", "X-Two": "changed" });
    expect(await headersOf(id)).toEqual({ "X-Region": "north", "X-One": "", "X-Two": "" });
    await update(id, { headers: { plaintext: {}, secret: { "x-two": "" } } });
    expect(await stored(id)).toEqual({ "x-two": "changed" });
    expect(await update(id, { name: "Renamed" })).toMatchObject({ name: "Renamed", has_headers: true });
    const wrong = async (headers: NonNullable<Changes>["headers"], path: string[]) =>
      expect(
        (await service.fails(contract.updateConnection, { ...of(id), body: { headers } }, "invalid_request")).issues?.[0]?.path,
      ).toEqual(path);
    await wrong({ secret: { "X-Unknown": "" } }, ["headers", "secret", "X-Unknown"]);
    await wrong({ plaintext: { "X-Two": "plain" } }, ["headers"]);
    expect(await update(id, { headers: null })).toMatchObject({ has_headers: false });
    expect(await stored(id)).toEqual({});
  });

  it("to another server takes along nothing that the one before was given", async () => {
    const { id } = await create({ headers: { plaintext: { "X-Region": "north" }, secret: { "X-Key": "for one server" } } });
    const place = placeOf(await row(id), "sealed_tokens");
    const tokens = service.app.services.envelope.seal(place, "tokens");
    await service.pool.query(
      "update connections set sealed_tokens = $2, issuer = 'https://issuer.example.com', broken_at = now() where id = $1",
      [id, tokens],
    );
    expect(await update(id, { server_url: "https://ledger.example.com/v2/mcp" })).toMatchObject({ has_oauth_tokens: true });
    expect(await stored(id)).toEqual({ "X-Key": "for one server" });
    const keeping = { server_url: "https://thief.example.com/mcp", headers: { secret: { "X-Key": "" } } };
    const { issues } = await service.fails(contract.updateConnection, { ...of(id), body: keeping }, "invalid_request");
    expect(issues?.[0]).toMatchObject({ path: ["headers", "secret", "X-Key"] });
    expect(await stored(id)).toEqual({ "X-Key": "for one server" });
    const moved = await update(id, { server_url: "https://thief.example.com/mcp" });
    expect(moved).toMatchObject({ has_headers: true, has_oauth_tokens: false, broken_at: null });
    expect(await headersOf(id)).toEqual({ "X-Region": "north" });
    expect(await row(id)).toMatchObject({ sealed_headers: null, sealed_tokens: null, issuer: null, generation: 1 });
    const { rows } = await service.pool.query("select type from events where subject_id = $1 order by id", [id]);
    expect(rows.map(({ type }) => type as string)).toEqual([
      "connection.created",
      "connection.updated",
      "connection.credentials_dropped",
      "connection.updated",
    ]);
  });

  it("replaces values that no key opens, and opens none in the place of another", async () => {
    const one = await create({ headers: { secret: { "X-Key": "of one" } } });
    const other = await create({ headers: { secret: { "X-Key": "of the other" } } });
    await service.pool.query(
      "update connections set sealed_headers = (select sealed_headers from connections where id = $2) where id = $1",
      [one.id, other.id],
    );
    const keep = { ...of(one.id), body: { headers: { secret: { "X-Key": "" } } } };
    await service.fails(contract.updateConnection, keep, "secret_unreadable");
    await update(one.id, { headers: { secret: { "X-Key": "another" } } });
    expect(await stored(one.id)).toEqual({ "X-Key": "another" });
    const sealed = await row(one.id);
    const { envelope } = service.app.services;
    expect(() => envelope.open(placeOf(sealed, "sealed_tokens"), sealed.sealed_headers ?? "")).toThrow(Unreadable);
    expect(() => createEnvelope([Buffer.alloc(32)]).open(placeOf(sealed, "sealed_headers"), sealed.sealed_headers ?? "")).toThrow(
      Unreadable,
    );
  });

  it("deletes everything that it signs in with", async () => {
    const { id } = await create({ headers: { secret: { "X-Key": "gone" } } });
    expect(await service.ok(contract.previewConnectionDeletion, of(id))).toEqual({ deleted: [], stops: [], changes: [] });
    expect(await service.ok(contract.deleteConnection, of(id))).toMatchObject({ success: true });
    await service.fails(contract.getConnection, of(id), "not_found");
    expect(await row(id)).toBeUndefined();
  });
});

describe("a custom integration", () => {
  const body = (over: Partial<CallInput<typeof integrations.createCustomIntegration>["body"]> = {}) => ({
    name: `Ledger ${randomUUID()}`,
    auth_method: "headers" as const,
    server_url: `https://${randomUUID()}.example.com/mcp`,
    ...over,
  });
  const add = (over = {}, as: PersonName = "manager") =>
    service.ok(integrations.createCustomIntegration, { params: params(), body: body(over) }, { as });
  const fails = (over: object, code: string, as: PersonName = "owner") =>
    service.fails(integrations.createCustomIntegration, { params: params(), body: body(over) }, code, { as });

  it("is added by a Manager, once for a name and once for a server, and listed for everybody", async () => {
    const made = await add({ name: "Archive", server_url: "https://archive.example.com/mcp" });
    await add({ name: "Ärzte" });
    await fails({ name: "ärzte" }, "name_taken");
    expect(made).toMatchObject({
      name: "Archive",
      type: "custom_mcp",
      custom_integration_id: made.id,
      shared: true,
      has_oauth_tokens: false,
    });
    await fails({ name: "ARCHIVE" }, "name_taken");
    await fails({ server_url: "https://archive.example.com:443/mcp" }, "server_taken");
    await fails({ server_url: "https://192.168.0.1/" }, "outbound_refused");
    await fails({}, "forbidden", "builder");
    await fails({ oauth_client_secret: "without a client" }, "invalid_request");
    const { integrations: all } = await service.ok(integrations.listIntegrations, { params: params() }, { as: "member" });
    expect(all.filter(({ type }) => type === "custom_mcp").map(({ id }) => id)).toContain(made.id);
  });

  it("keeps its client secret sealed", async () => {
    const { id } = await add({ auth_method: "oauth", oauth_client_id: "caseload", oauth_client_secret: "very secret client" });
    const { rows } = await service.pool.query("select * from custom_integrations where id = $1", [id]);
    expect(JSON.stringify(rows)).not.toContain("very secret");
    expect(rows[0]).toMatchObject({ oauth_client_id: "caseload", sealed_client_secret: expect.any(String) });
  });

  it("gives its connections the address, and takes them along when it goes", async () => {
    const { id, server_url, name } = await add();
    const to: Partial<Body> = { custom_integration_id: id, server_url: undefined };
    const own = await create(to, "member");
    expect(own).toMatchObject({ server_url, custom_integration_id: id, type: "custom_mcp" });
    await refused({ ...to, server_url: "https://other.example.com/" });
    await refused({ custom_integration_id: randomUUID() });
    await refused({ server_url: undefined });
    const moved = { ...of(own.id), body: { server_url: "https://other.example.com/" } };
    await service.fails(contract.updateConnection, moved, "invalid_request", { as: "member" });
    const one = { params: { custom_integration_id: id } };
    expect(await service.ok(integrations.previewCustomIntegrationDeletion, one)).toMatchObject({
      deleted: [{ kind: "connections", count: 1 }],
    });
    await service.fails(integrations.deleteCustomIntegration, one, "forbidden", { as: "builder" });
    expect((await service.ok(integrations.deleteCustomIntegration, one)).message).toContain(name);
    await service.fails(contract.getConnection, of(own.id), "not_found", { as: "member" });
    await service.fails(integrations.previewCustomIntegrationDeletion, one, "not_found");
  });

  it("is one of at most two hundred", async () => {
    await service.pool.query(
      `insert into custom_integrations (id, team_id, name, auth_method, server_url, created_by)
       select gen_random_uuid(), $1, 'Filler ' || i, 'url', 'https://filler.example.com/' || i, $2 from generate_series(1, 200) i`,
      [service.teamId, service.ids.owner],
    );
    await fails({}, "too_many");
    await service.pool.query("delete from custom_integrations where name like 'Filler%'");
  });
});

it("a person has at most five hundred connections in a team", async () => {
  await service.pool.query(
    `insert into connections (id, team_id, user_id, name, type, provider, server_url, auth_method, created_by)
     select gen_random_uuid(), $1, $2, 'Filler', 'custom_mcp', 'user', 'https://filler.example.com/', 'url', $2 from generate_series(1, 500)`,
    [service.teamId, service.ids.colleague],
  );
  expect((await refused({}, "invalid_request", "colleague")).issues?.[0]?.path).toEqual(["name"]);
  await service.pool.query("delete from connections where name = 'Filler'");
});
