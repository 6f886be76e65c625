import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { consentPage } from "./oauth-server.ts";
import { nativeKinds } from "#server/connections/native/kinds.ts";
import { providers } from "#server/connections/native/providers.ts";

/** What is done in a test instead of what is right. */
interface Manners {
  /** The part of an answer that the tokens are in. */
  tokensIn: string | undefined;
  /** What the service says of whoever calls. */
  account: object;
  /** Answers of the token endpoint instead of tokens. */
  token: { status: number; body: object } | undefined;
  /** Whether it gives refresh tokens, and a new one for each. */
  rotates: boolean;
  /** What the API answers instead. */
  api: { status: number; type: string; body: string } | undefined;
  /** What its document says beside the usual. */
  document: object;
}

/** A request as the provider got it. */
interface Got {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export interface TestProvider extends Manners {
  readonly origin: string;
  readonly host: string;
  readonly exchanges: Got[];
  readonly calls: Got[];
  /** Settings that lead every provider of the catalog here. */
  readonly settings: string;
  /** What a person does who agrees: what their browser is sent back with. */
  consent(authorizationUrl: string): { state: string; code: string };
  /** No access token that was given out is good any more. */
  forget(): void;
  close(): Promise<void>;
}

/** A real service on this machine that people sign in to: whichever of the catalog, by what it is asked. It rotates refresh tokens. */
export async function startProvider(): Promise<TestProvider> {
  const codes = new Map<string, { challenge: string | null; redirect: string | null }>();
  const refresh = new Map<string, { used: boolean }>();
  const access = new Set<string>();

  function tokens(): object {
    const given = { access_token: `access-${randomUUID()}`, token_type: "Bearer", scope: "read write", expires_in: 3_600 };
    access.add(given.access_token);
    const next = `refresh-${randomUUID()}`;
    if (served.rotates) refresh.set(next, { used: false });
    const all = { ...given, ...(served.rotates && { refresh_token: next }) };
    return served.tokensIn === undefined ? all : { ok: true, [served.tokensIn]: all };
  }

  function grant(form: Record<string, string | undefined>): { status: number; body: object } {
    const refuse = (error: string) => ({ status: 400, body: { error, error_description: "Call 555-0100" } });
    if (served.token) return served.token;
    if (form["client_id"] !== "our-client" || form["client_secret"] !== "our-secret") return refuse("invalid_client");
    if (form["grant_type"] === "refresh_token") {
      const known = refresh.get(form["refresh_token"] ?? "");
      if (!known || known.used) return refuse("invalid_grant");
      known.used = true;
      return { status: 200, body: tokens() };
    }
    const given = codes.get(form["code"] ?? "");
    codes.delete(form["code"] ?? "");
    const challenge = createHash("sha256")
      .update(form["code_verifier"] ?? "")
      .digest("base64url");
    const proven = given && (given.challenge === null ? form["code_verifier"] === undefined : given.challenge === challenge);
    return proven && given.redirect === form["redirect_uri"] ? { status: 200, body: tokens() } : refuse("invalid_grant");
  }

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, search } = new URL(request.url ?? "/", served.origin);
    const got: Got = { method: request.method ?? "", path: pathname + search, headers: request.headers, body: await text(request) };
    const send = (status: number, body: object) =>
      void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (pathname === "/.well-known/openid-configuration") return send(200, { ...document(), ...served.document });
    if (/\/(authorize|auth)$/.test(pathname)) {
      const back = `${new URL(got.path, origin).searchParams.get("redirect_uri") ?? ""}?${new URLSearchParams(served.consent(origin + got.path)).toString()}`;
      return void response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(consentPage(back));
    }
    if (got.method === "POST" && /(token|oauth\.v2\.access)$/.test(pathname)) {
      served.exchanges.push(got);
      const { status, body } = grant(formOf(got));
      return send(status, body);
    }
    served.calls.push(got);
    const token = request.headers["x-shopify-access-token"] ?? request.headers.authorization?.replace("Bearer ", "");
    if (typeof token !== "string" || !access.has(token)) return send(401, { error: "invalid_auth" });
    if (served.api && !who.has(pathname))
      return void response.writeHead(served.api.status, { "content-type": served.api.type }).end(served.api.body);
    return send(200, who.has(pathname) ? served.account : { method: got.method, path: got.path, body: got.body, said: token });
  };
  const http = createServer((request, response) => void answer(request, response));
  await new Promise<void>((done) => http.listen(0, "127.0.0.1", done));
  const host = `127.0.0.1:${(http.address() as AddressInfo).port}`;
  const origin = `http://${host}`;
  const document = () => ({
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    userinfo_endpoint: `${origin}/userinfo`,
  });
  const client = { client_id: "our-client", client_secret: "our-secret", issuer: origin, api: `${origin}/things` };
  const served: TestProvider = {
    origin,
    host,
    exchanges: [],
    calls: [],
    settings: JSON.stringify(
      Object.fromEntries(Object.keys(providers).map((name) => [name, { ...client, addresses: addressesOf(name, origin) }])),
    ),
    tokensIn: undefined,
    account: {},
    token: undefined,
    rotates: true,
    api: undefined,
    document: {},
    consent(address) {
      const asked = new URL(address).searchParams;
      const code = randomUUID();
      codes.set(code, { challenge: asked.get("code_challenge"), redirect: asked.get("redirect_uri") });
      return { code, state: asked.get("state") ?? "" };
    },
    forget: () => access.clear(),
    async close() {
      http.closeAllConnections();
      await new Promise((done) => http.close(done));
    },
  };
  return served;
}

const who = new Set([
  "/userinfo",
  ...nativeKinds.flatMap((kind) => (kind.who === undefined ? [] : [kind.who.replace(/^https:\/\/[^/]+/, "")])),
]);

/** Where all addresses of a provider begin, led to this machine. */
function addressesOf(name: string, to: string): Record<string, string> {
  const { authorize = "", token = "" } = providers[name] ?? {};
  const kinds = nativeKinds.filter(({ provider }) => provider === name);
  const all = [authorize, token, ...kinds.flatMap(({ api, who: asked }) => [api, asked ?? ""])];
  return Object.fromEntries(all.flatMap((each) => /^https:\/\/[^/]+/.exec(each) ?? []).map((from) => [from, to]));
}

/** A request to the token endpoint, in whichever of the ways it was written. */
function formOf({ headers, body }: Got): Record<string, string | undefined> {
  const said = headers["content-type"]?.startsWith("application/json")
    ? (JSON.parse(body) as Record<string, string>)
    : Object.fromEntries(new URLSearchParams(body));
  const [, word = ""] = /^Basic (.+)$/.exec(headers.authorization ?? "") ?? [];
  const [client_id, client_secret] = Buffer.from(word, "base64").toString().split(":");
  return word === "" ? said : { ...said, client_id, client_secret };
}
