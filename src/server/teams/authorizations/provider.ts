import { createECDH, hkdfSync } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import { type Configuration, errors, interactionPolicy, type KoaContextWithOIDC, Provider } from "oidc-provider";
import type { Config } from "#server/platform/config.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { Signer } from "#server/platform/objects/signer.ts";
import type { Outbound } from "#server/platform/outbound.ts";
import type { Sessions } from "#server/platform/http/context.ts";
import { isDecidersBrowser } from "./decided.ts";
import { checkClient, makePublic } from "./check-client.ts";
import { isMcpAddress, mcpAddress, responseModes, scope, scopes, sessionCookie } from "./protocol.ts";
import { recordsOf } from "./oauth-records.store.ts";

/** How long somebody may take to decide, and how long what a client holds is good; in seconds. */
export const lifetimes = { decision: 600, code: 60, access: 3_600, refresh: 30 * 86_400, grant: 366 * 86_400 } as const;

/** How long the document of a client may take; as long as the library would wait. */
const documentMs = 2_500;

/** What the library needs of the service. */
export interface Ground {
  readonly config: Config;
  readonly db: Db;
  readonly signer: Signer;
  readonly outbound: Outbound;
  readonly log: FastifyBaseLogger;
  readonly identity: Pick<Sessions, "session">;
  /** Whether a key exists still. */
  readonly keyExists: (id: string) => Promise<boolean>;
}

/** The authorization server for AI clients (OAuth 2.1: authorization code with PKCE, for public clients). Its accounts are API keys. */
export function createProvider({ config, db, signer, outbound, log, identity, keyExists }: Ground): Provider {
  const { baseUrl } = config;
  const provider = new Provider(baseUrl, {
    adapter: recordsOf(db, {
      used: () => new errors.InvalidGrant("authorization code already consumed"),
      unwritable: () => new errors.InvalidRequest("a parameter has characters that cannot be kept"),
    }),
    jwks: { keys: [signingKey(signer)] },
    clientAuthMethods: ["none"],
    clientDefaults: {
      application_type: "native",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
      id_token_signed_response_alg: "ES256",
    },
    // The check runs for each property that is named here, once for each client: no client sends this one.
    extraClientMetadata: {
      properties: ["checked_by_caseload"],
      validator: (_ctx, _key, _value, client) => {
        checkClient(client);
        makePublic(client);
      },
    },
    clientBasedCORS: (_ctx, origin, { redirectUris = [] }) => redirectUris.some((uri) => URL.parse(uri)?.origin === origin),
    cookies: {
      keys: [signer.derive("oauth cookies").toString("hex")],
      names: { interaction: "caseload_oauth", resume: "caseload_oauth_resume", session: sessionCookie },
      long: { httpOnly: true, sameSite: "lax", path: "/oauth", signed: true },
      short: { httpOnly: true, sameSite: "lax", signed: true },
    },
    // What only reads is said on the page of consent: a key that reads only refuses the rest by itself.
    scopes: [scope],
    responseTypes: ["code"],
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      revocation: { enabled: true },
      pushedAuthorizationRequests: { enabled: false },
      registration: { enabled: true, issueRegistrationAccessToken: false },
      clientIdMetadataDocument: { enabled: true, ack: "draft-02", allowFetch: (_ctx, id) => outbound.refusal(id) === undefined },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => mcpAddress(baseUrl),
        useGrantedResource: () => true,
        getResourceServerInfo(_ctx, resource) {
          if (!isMcpAddress(baseUrl, resource)) throw new errors.InvalidTarget();
          return { scope, audience: resource, accessTokenTTL: lifetimes.access, accessTokenFormat: "opaque" };
        },
      },
    },
    // A client id may be the address of a document: it is read through the guard for what goes out. The library bounds its size.
    fetch: async (url, { headers } = {}) => {
      const address = url instanceof Request ? url.url : url.toString();
      return outbound.fetch(address, { headers: Object.fromEntries(new Headers(headers)) }, documentMs);
    },
    findAccount: async (_ctx, id) => ((await keyExists(id)) ? { accountId: id, claims: () => ({ sub: id }) } : undefined),
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed("refresh_token"),
    expiresWithSession: () => false,
    rotateRefreshToken: true,
    // A consent is for one sign-in: who comes again is asked again, whoever sits at the browser then.
    loadExistingGrant: async ({ oidc: { provider: library, result }, req }) => {
      if (!result?.consent?.grantId) return undefined;
      // Whatever address led here: the library goes by a cookie, and the browser that has it may be another.
      if (!(await isDecidersBrowser(identity, req.headers.cookie, result))) throw new errors.AccessDenied("decided in another browser");
      return library.Grant.find(result.consent.grantId);
    },
    interactions: { url: (_ctx, { uid }) => `${baseUrl}/authorize?id=${uid}`, policy: askEachTime() },
    routes: {
      authorization: "/oauth/authorize",
      token: "/oauth/token",
      registration: "/oauth/register",
      revocation: "/oauth/revoke",
      jwks: "/oauth/jwks",
      end_session: "/oauth/end",
    },
    ttl: {
      Interaction: lifetimes.decision,
      Session: lifetimes.decision,
      AuthorizationCode: lifetimes.code,
      AccessToken: lifetimes.access,
      RefreshToken: lifetimes.refresh,
      Grant: lifetimes.grant,
    },
    renderError: (ctx, out) => showRefusal(ctx, baseUrl, out.error),
  } satisfies Configuration);
  provider.proxy = true;
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.oidc?.route === "discovery")
      Object.assign(ctx.body as object, { response_modes_supported: responseModes, scopes_supported: scopes });
  });
  provider.on("server_error", (_ctx, error) => log.error({ err: error }, "a sign-in of an AI client failed"));
  return provider;
}

/** Nothing is answered from what a browser said before. */
function askEachTime(): interactionPolicy.DefaultPolicy {
  const { Check, Prompt, base } = interactionPolicy;
  const policy = base();
  policy.clear();
  policy.add(new Prompt({ name: "login", requestable: true }));
  policy.add(
    new Prompt(
      { name: "consent", requestable: true },
      new Check("undecided", "no decision yet", ({ oidc }) => (oidc.result?.consent ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT)),
    ),
  );
  return policy;
}

/** A browser is led to a page of the console; what the address says in words may be anybody's, so only the code goes along. */
function showRefusal(ctx: KoaContextWithOIDC, baseUrl: string, error: string): void {
  if (ctx.accepts("html", "json") !== "html") {
    ctx.body = { error };
    return;
  }
  ctx.status = 303;
  ctx.redirect(`${baseUrl}/authorize?refused=${encodeURIComponent(error.slice(0, 100))}`);
}

/** The library demands a key to sign with, though all tokens are opaque: nothing of it leaves the service. */
function signingKey(signer: Signer) {
  const ecdh = createECDH("prime256v1");
  ecdh.setPrivateKey(Buffer.from(hkdfSync("sha256", signer.derive("oauth signing key"), "caseload", "P-256", 32)));
  const point = ecdh.getPublicKey();
  const part = (from: number, to: number) => point.subarray(from, to).toString("base64url");
  return { kty: "EC", crv: "P-256", alg: "ES256", use: "sig", d: ecdh.getPrivateKey("base64url"), x: part(1, 33), y: part(33, 65) };
}
