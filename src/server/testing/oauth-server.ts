import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { TestMcpServer } from "./mcp-server.ts";

/** What is done in a test instead of what is right. */
interface Vices {
  /** Metadata that say something else. */
  metadata: Record<string, unknown>;
  /** The `iss` that the browser brings back. */
  iss: string | undefined;
  /** Whom tokens act as; undefined: it tells nobody. */
  account: string | undefined;
  /** Answers of the token endpoint instead of tokens. */
  token: { status: number; body: object } | undefined;
  /** Where a document about a client is read, by the address that is its client id. */
  documentAt: ((client: string) => string) | undefined;
  /** What an answer of the token endpoint waits for, once it is made. */
  hold: (() => Promise<void>) | undefined;
}

export interface TestOAuthServer extends Vices {
  readonly origin: string;
  readonly host: string;
  /** Requests to the token endpoint, by grant. */
  readonly granted: string[];
  readonly registered: string[];
  /** Seconds that an access token lives. */
  lifetime: number;
  /** What a person does who agrees: where their browser is sent, with what. */
  consent(authorizationUrl: string): Promise<URLSearchParams>;
  /** No access token that was given out is good any more. */
  forget(): void;
  close(): Promise<void>;
}

interface Grant {
  readonly client: string;
  readonly challenge: string;
  readonly redirect: string;
  readonly resource: string;
}

/** A real authorization server on this machine, which rotates refresh tokens and revokes a family of which an old one is used. It guards the server. */
export async function startOAuthServer(guarded: TestMcpServer): Promise<TestOAuthServer> {
  const codes = new Map<string, Grant>();
  const refresh = new Map<string, { family: string; used: boolean }>();
  const revoked = new Set<string>();
  const access = new Set<string>();
  const clients = new Set(["preregistered"]);

  function tokens(family: string): object {
    const [token, next] = [`access-${randomUUID()}`, `refresh-${randomUUID()}`];
    access.add(token);
    refresh.set(next, { family, used: false });
    const claims = Buffer.from(JSON.stringify({ sub: family, email: served.account })).toString("base64url");
    const identity = served.account === undefined ? {} : { id_token: `e30.${claims}.` };
    return { access_token: token, refresh_token: next, token_type: "Bearer", expires_in: served.lifetime, scope: "read", ...identity };
  }

  function grant(form: URLSearchParams): { status: number; body: object } {
    const refuse = (error: string) => ({ status: 400, body: { error, error_description: "Call 555-0100" } });
    served.granted.push(form.get("grant_type") ?? "");
    if (served.token) return served.token;
    if (!clients.has(form.get("client_id") ?? "")) return refuse("invalid_client");
    if (form.get("grant_type") === "refresh_token") {
      const known = refresh.get(form.get("refresh_token") ?? "");
      if (!known || revoked.has(known.family)) return refuse("invalid_grant");
      if (known.used) {
        revoked.add(known.family);
        return refuse("invalid_grant");
      }
      known.used = true;
      return { status: 200, body: tokens(known.family) };
    }
    const code = form.get("code") ?? "";
    const given = codes.get(code);
    codes.delete(code);
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const fits = given?.client === form.get("client_id") && given?.redirect === form.get("redirect_uri") && given?.challenge === challenge;
    return fits && given.resource === form.get("resource") ? { status: 200, body: tokens(randomUUID()) } : refuse("invalid_grant");
  }

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? "/", served.origin);
    const send = (status: number, body: object) =>
      void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    const body = await text(request);
    if (url.pathname === "/.well-known/oauth-authorization-server") return send(200, metadata());
    if (url.pathname === "/register") {
      const client_id = `client-${randomUUID()}`;
      clients.add(client_id);
      served.registered.push(client_id);
      return send(201, { ...(JSON.parse(body) as object), client_id });
    }
    if (url.pathname === "/authorize") {
      const back = `${url.searchParams.get("redirect_uri") ?? ""}?${(await served.consent(url.href)).toString()}`;
      return void response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(consentPage(back));
    }
    if (url.pathname !== "/token") return send(404, {});
    const done = grant(new URLSearchParams(body));
    await served.hold?.();
    return send(done.status, done.body);
  };
  const http = createServer((request, response) => void answer(request, response));
  await new Promise<void>((done) => http.listen(0, "127.0.0.1", done));
  const host = `127.0.0.1:${(http.address() as AddressInfo).port}`;
  const origin = `http://${host}`;
  const metadata = () => ({
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    registration_endpoint: `${origin}/register`,
    response_types_supported: ["code"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none"],
    authorization_response_iss_parameter_supported: true,
    ...served.metadata,
  });

  guarded.before = (request, response) => {
    if (request.url?.startsWith("/.well-known/oauth-protected-resource")) {
      const described = { resource: guarded.url, authorization_servers: [origin], scopes_supported: ["read"] };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(described));
      return true;
    }
    if (access.has(request.headers.authorization?.replace("Bearer ", "") ?? "")) return false;
    response.writeHead(401, { "www-authenticate": "Bearer" }).end();
    return true;
  };

  const served: TestOAuthServer = {
    origin,
    host,
    granted: [],
    registered: [],
    lifetime: 3_600,
    metadata: {},
    iss: origin,
    account: undefined,
    token: undefined,
    hold: undefined,
    documentAt: undefined,
    async consent(address) {
      const asked = new URL(address).searchParams;
      const of = (name: string) => asked.get(name) ?? "";
      if (served.documentAt && URL.canParse(of("client_id"))) {
        const document = (await (await fetch(served.documentAt(of("client_id")))).json()) as { client_id: string; redirect_uris: string[] };
        if (document.client_id === of("client_id") && document.redirect_uris.includes(of("redirect_uri"))) clients.add(document.client_id);
      }
      if (of("code_challenge_method") !== "S256" || !clients.has(of("client_id"))) throw new Error(`not a request: ${address}`);
      const code = randomUUID();
      codes.set(code, { client: of("client_id"), challenge: of("code_challenge"), redirect: of("redirect_uri"), resource: of("resource") });
      return new URLSearchParams({ code, state: of("state"), ...(served.iss !== undefined && { iss: served.iss }) });
    },
    forget: () => access.clear(),
    async close() {
      http.closeAllConnections();
      await new Promise((done) => http.close(done));
    },
  };
  return served;
}

/** Where a person agrees in a browser. */
export function consentPage(back: string): string {
  const link = back.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  return `<!doctype html><html lang="en"><title>Sign in</title><link rel="icon" href="data:,"><h1>Sign in</h1><a href="${link}">Allow</a>`;
}
