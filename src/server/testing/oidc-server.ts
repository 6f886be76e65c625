import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Adapter, type AdapterPayload, Provider } from "oidc-provider";

/** Who may sign in at the test's provider. */
interface Person {
  readonly sub: string;
  readonly email: string;
  /** Undefined: the provider does not say. */
  readonly email_verified: boolean | undefined;
  readonly name: string;
}

export interface TestOidcServer {
  readonly issuer: string;
  /** Who signs in next. */
  person: Person;
  /** What a browser does that is sent to `address`, up to where it is sent back to. */
  signIn(address: string): Promise<URL>;
  /** The installation that may send people here. */
  register(baseUrl: string): void;
  close(): Promise<void>;
}

export const oidcClient = { id: "caseload", secret: "a secret of the client, long enough" };

/** A certified provider on this machine. A browser is shown a page with one button; without a browser the page is answered at once. */
export async function startOidcServer(): Promise<TestOidcServer> {
  const kept = new Map<string, AdapterPayload>();
  const http = createServer((request, response) => void answer(request, response));
  await new Promise<void>((done) => http.listen(0, "127.0.0.1", done));
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const people = new Map<string, Person>();
  const provider = new Provider(issuer, {
    adapter: (kind) => inMemory(kept, kind),
    cookies: { keys: ["of a test"] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ ...people.get(sub), sub }) }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ accountId: oidc.session?.accountId ?? "", clientId: oidc.client?.clientId ?? "" });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
  });

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const [, uid, yes] = /^\/interaction\/([\w-]+)(\/yes)?$/.exec(request.url ?? "") ?? [];
    if (uid === undefined) return provider.callback()(request, response);
    if (!yes) return void response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page(uid, served.person.name));
    people.set(served.person.sub, served.person);
    await provider.interactionFinished(request, response, { login: { accountId: served.person.sub, remember: false } });
  };

  const served: TestOidcServer = {
    issuer,
    person: { sub: "person-1", email: "person@example.com", email_verified: true, name: "A Person" },
    register(baseUrl) {
      const redirect_uris = [`${baseUrl}/sign-in-return`];
      kept.set(`Client:${oidcClient.id}`, { client_id: oidcClient.id, client_secret: oidcClient.secret, redirect_uris });
    },
    async signIn(address) {
      const jar = new Map<string, string>();
      for (let at = new URL(address); ;) {
        if (at.origin !== issuer) return at;
        const url = /^\/interaction\/[\w-]+$/.test(at.pathname) ? `${at.href}/yes` : at.href;
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
        const reply = await fetch(url, { redirect: "manual", headers: { cookie } });
        for (const set of reply.headers.getSetCookie()) {
          const [name = "", value = ""] = (set.split(";")[0] ?? "").split("=");
          jar.set(name, value);
        }
        const next = reply.headers.get("location");
        if (next === null) throw new Error(`${reply.status} at ${url}: ${await reply.text()}`);
        at = new URL(next, at);
      }
    },
    async close() {
      http.closeAllConnections();
      await new Promise((done) => http.close(done));
    },
  };
  return served;
}

function page(uid: string, name: string): string {
  return `<!doctype html><html lang="en"><title>Company sign-in</title><link rel="icon" href="data:,"><h1>Company sign-in</h1><a href="/interaction/${uid}/yes">Continue as ${name}</a>`;
}

function inMemory(kept: Map<string, AdapterPayload>, kind: string): Adapter {
  const at = (id: string) => `${kind}:${id}`;
  return {
    upsert: async (id, payload) => void kept.set(at(id), payload),
    find: async (id) => kept.get(at(id)),
    findByUid: async (uid) => [...kept.values()].find((payload) => payload.uid === uid),
    findByUserCode: async () => undefined,
    consume: async (id) => void kept.set(at(id), { ...kept.get(at(id)), consumed: 1 }),
    destroy: async (id) => void kept.delete(at(id)),
    revokeByGrantId: async (grantId) => {
      for (const [key, payload] of kept) if (payload.grantId === grantId) kept.delete(key);
    },
  };
}

/** Settings of a service whose people sign in there. */
export function oidcSettings(issuer: string) {
  return { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: oidcClient.id, OIDC_CLIENT_SECRET: oidcClient.secret, OIDC_NAME: "Acme ID" };
}

/** Whoever signs in there next is somebody that no test has met. */
export function anotherPerson(oidc: TestOidcServer): void {
  const sub = randomUUID();
  oidc.person = { sub, email: `${sub}@example.com`, email_verified: true, name: "Petra Person" };
}
