import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as listen, type AddressInfo, type Server } from "node:net";
import { expect, it } from "vitest";
import { listConnectionTools } from "#contract/connections/connection-tools.ts";
import { createConnection, updateConnection } from "#contract/connections/connections.ts";
import { createCustomIntegration } from "#contract/connections/integrations.ts";
import { checkMcpOAuth, probeMcpServer } from "#contract/connections/mcp.ts";
import { startNativeOAuth } from "#contract/connections/native.ts";
import { authorizeMcpOAuth, completeMcpOAuth } from "#contract/connections/oauth.ts";
import { newcomer } from "#server/gates/newcomer.ts";
import { startService, type TestService } from "#server/testing/service.ts";
import { spellingsOf } from "#server/testing/spellings.ts";

/** Where a server that may be called names another address. */
const documents = ["challenge", "issuer", "authorization", "token", "registration"] as const;
const redirects = ["server", "resource", "metadata", "register", "exchange"] as const;
type Place = (typeof documents)[number] | (typeof redirects)[number];

/** Counts who comes, by both families of addresses, at one port. */
async function startCanary() {
  const canary = { visits: 0, port: 0, close: () => servers.map((server) => server.close()) };
  const servers: Server[] = [];
  for (const host of ["0.0.0.0", "::"]) {
    const server = listen((socket) => {
      canary.visits += 1;
      socket.on("error", () => undefined).destroy();
    });
    const ready = Promise.withResolvers<void>();
    server.once("error", ready.reject).listen({ host, port: canary.port, ipv6Only: true }, ready.resolve);
    await ready.promise;
    canary.port = (server.address() as AddressInfo).port;
    servers.push(server);
  }
  return canary;
}

/** A server that signs people in, and at one place of what it says leads elsewhere. Place and target are part of its address. */
async function startMisleader() {
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const [, part = ""] = /\/x\/([^/]+)/.exec(request.url ?? "") ?? [];
    // Asked at its root, it knows of nothing.
    if (part === "") return response.writeHead(404).end();
    const { place, to } = JSON.parse(Buffer.from(part, "base64url").toString()) as { place: Place; to: string };
    const base = `${origin}/x/${part}`;
    const path = new URL(request.url ?? "/", origin).pathname;
    const send = (status: number, body: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    const away = () => response.writeHead(307, { location: encodeURI(to) }).end();
    const at = (one: Place, usual: string) => (place === one ? to : `${base}/${usual}`);
    if (path.startsWith("/.well-known/oauth-protected-resource"))
      return place === "resource"
        ? away()
        : send(200, { resource: `${base}/mcp`, authorization_servers: [place === "issuer" ? to : base] });
    if (path.startsWith("/.well-known/"))
      return place === "metadata"
        ? away()
        : send(200, {
            issuer: base,
            authorization_endpoint: at("authorization", "authorize"),
            token_endpoint: at("token", "token"),
            registration_endpoint: at("registration", "register"),
            response_types_supported: ["code"],
            code_challenge_methods_supported: ["S256"],
            token_endpoint_auth_methods_supported: ["none"],
          });
    if (path.endsWith("/register")) return place === "register" ? away() : send(201, { client_id: "one", redirect_uris: [] });
    if (path.endsWith("/token")) return place === "exchange" ? away() : send(200, { access_token: "token", token_type: "Bearer" });
    if (place === "server") return away();
    const document = place === "challenge" ? encodeURI(to) : `${origin}/.well-known/oauth-protected-resource/x/${part}/mcp`;
    return response.writeHead(401, { "www-authenticate": `Bearer resource_metadata="${document}"` }).end();
  };
  const http = createServer((request, response) => void answer(request, response));
  await new Promise<void>((done) => http.listen(0, "127.0.0.1", done));
  const host = `127.0.0.1:${(http.address() as AddressInfo).port}`;
  const origin = `http://${host}`;
  const at = (place: Place, to: string) => `${origin}/x/${Buffer.from(JSON.stringify({ place, to })).toString("base64url")}/mcp`;
  return { host, at, close: () => http.close() };
}

/** Everything that a person can do with an address, and with a server that leads to it. */
async function everywhere(service: TestService, misleading: (place: Place, to: string) => string) {
  const person = await newcomer(service);
  const as = { as: null, headers: { cookie: person.credentials.cookie ?? "" } };
  const params = { teamId: service.teamId };
  const custom = { provider: "user", auth_method: "url", name: "Canary" } as const;
  const own = await service.ok(createConnection, { params, body: { ...custom, server_url: "https://example.com/mcp" } });
  const toolsOf = (connection_id: string) => service.ok(listConnectionTools, { params: { connection_id } });
  /** The rule that refuses is not what matters, but that one does, and where nothing went. */
  const quietly = (work: Promise<unknown>) => work.catch((error: unknown) => expect(String(error)).not.toMatch(/ 5\d\d /));
  const signIn = async (mcp_server_url: string) => {
    const { authorization_url } = await service.ok(authorizeMcpOAuth, { params, body: { mcp_server_url, name: "Canary" } }, as);
    const state = new URL(authorization_url).searchParams.get("state") ?? "";
    await service.ok(completeMcpOAuth, { body: { state, code: "code" } }, as);
  };
  return {
    typed: async (server_url: string) => {
      await quietly(service.ok(createConnection, { params, body: { ...custom, server_url } }).then(({ id }) => toolsOf(id)));
      await quietly(service.ok(updateConnection, { params: { connection_id: own.id }, body: { server_url } }).then(() => toolsOf(own.id)));
      await quietly(service.ok(probeMcpServer, { params, body: { server_url } }));
      await quietly(service.ok(checkMcpOAuth, { body: { mcp_server_url: server_url } }));
      await quietly(service.ok(createCustomIntegration, { params, body: { name: "Canary", auth_method: "url", server_url } }));
      await quietly(service.ok(startNativeOAuth, { params: { ...params, provider: "shopify" }, body: { shop: server_url } }));
      await quietly(signIn(server_url));
    },
    named: async (place: Place, to: string) => {
      const server_url = misleading(place, to);
      await quietly(service.ok(probeMcpServer, { params, body: { server_url } }));
      await quietly(service.ok(checkMcpOAuth, { body: { mcp_server_url: server_url } }));
      await quietly(signIn(server_url));
    },
  };
}

const settings = {
  RATE_LIMIT_QUOTA: "1000000000",
  OAUTH_PROVIDERS: JSON.stringify({ shopify: { client_id: "one", client_secret: "example-secret" } }),
};

it("reaches no address of this machine, however it is written and whoever names it", { timeout: 1_800_000 }, async () => {
  const [canary, misleader] = [await startCanary(), await startMisleader()];
  const spellings = spellingsOf(canary.port);
  expect(spellings.length).toBeGreaterThanOrEqual(300);

  const guarded = await startService({ env: { ...settings, OUTBOUND_ALLOW: misleader.host } });
  const { typed, named } = await everywhere(guarded, misleader.at);
  const left = spellings.values();
  const lane = async () => {
    for (const to of left) {
      await typed(to);
      for (const place of [...documents, ...redirects]) await named(place, to);
    }
  };
  await Promise.all(Array.from({ length: 6 }, lane));
  expect(canary.visits).toBe(0);
  await guarded.close();

  // With leave of the operator each of these places leads there, but a redirect, and an address that is for a browser.
  const open = await startService({ env: { ...settings, OUTBOUND_ALLOW: `${misleader.host},127.0.0.1:${canary.port}` } });
  const allowed = await everywhere(open, misleader.at);
  const to = `http://127.0.0.1:${canary.port}/mcp`;
  const visitsOf = async (work: Promise<void>) => {
    const before = canary.visits;
    await work;
    return canary.visits > before;
  };
  expect(await visitsOf(allowed.typed(to))).toBe(true);
  const reached = [];
  for (const place of [...documents, ...redirects]) if (await visitsOf(allowed.named(place, to))) reached.push(place);
  expect(reached).toEqual(["challenge", "issuer", "token", "registration"]);
  await open.close();
  canary.close();
  misleader.close();
});
