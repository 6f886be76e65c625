import type { FastifyBaseLogger } from "fastify";
import type { Configuration } from "openid-client";
import { emailAddress } from "#contract/email-address.ts";
import type { Config, OidcSettings } from "#server/platform/config.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import type { Started } from "./started.ts";

/** What the provider says of whoever signed in there. */
export interface Claims {
  readonly issuer: string;
  /** The provider's own name for them, which never goes to anybody else. */
  readonly subject: string;
  /** In lower case. Undefined: none was given, or none that can be used here. */
  readonly email?: string | undefined;
  readonly emailUnusable?: boolean;
  readonly emailVerified?: boolean;
  readonly name?: string | undefined;
}

/** What the provider gave the browser to bring back. */
export interface Brought {
  readonly state: string;
  readonly code: string;
  readonly iss?: string | undefined;
}

/** The provider that people may sign in with. All throw `no_provider` and `provider_unreachable`. */
export interface Provider {
  readonly settings: OidcSettings | undefined;
  /** Where a browser goes to sign in. */
  address(started: Started): Promise<string>;
  /** Who came back. Throws `provider_failed`. */
  claims(started: Started, brought: Brought): Promise<Claims>;
}

/** How long one answer of the provider is waited for, in seconds; and how long what it says of itself is good, in milliseconds. */
const patience = 10;
const metadataMs = 600_000;

/**
 * Speaks OpenID Connect with the operator's provider. Its addresses are those of a setting and of what stands there, so the guard for what goes
 * out is not asked: a provider is usually within the network.
 */
export function createProvider({ config, log, clock }: { config: Config; log: FastifyBaseLogger; clock: () => Date }): Provider {
  let known: { readonly until: number; readonly found: Promise<Configuration> } | undefined;

  /** What the provider says of itself, read once in a while: a provider that is away when the service starts is found later. */
  async function metadata(settings: OidcSettings): Promise<Configuration> {
    const now = clock().getTime();
    if (!known || known.until < now) known = { until: now + metadataMs, found: discover(settings) };
    return known.found.catch((error: unknown) => {
      known = undefined;
      log.error({ err: error, issuer: settings.issuer }, "the provider of OIDC_ISSUER does not answer as expected");
      throw refuse("provider_unreachable", config.passwordSignIn ? undefined : unreachable(settings));
    });
  }

  function needed(): OidcSettings {
    if (!config.oidc) throw refuse("no_provider");
    return config.oidc;
  }
  const returnTo = () => `${config.baseUrl}/sign-in-return`;

  return {
    settings: config.oidc,

    async address({ state, nonce, verifier }) {
      const configuration = await metadata(needed());
      const client = await import("openid-client");
      const parameters = {
        redirect_uri: returnTo(),
        scope: "openid email profile",
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      };
      return client.buildAuthorizationUrl(configuration, parameters).href;
    },

    async claims({ state, nonce, verifier }, brought) {
      const settings = needed();
      const configuration = await metadata(settings);
      const client = await import("openid-client");
      const back = new URL(returnTo());
      for (const [name, value] of Object.entries(brought)) if (value !== undefined) back.searchParams.set(name, value);
      try {
        const expected = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
        const tokens = await client.authorizationCodeGrant(configuration, back, expected);
        const claims = tokens.claims();
        if (!claims) throw new Error("no claims");
        const { userinfo_endpoint } = configuration.serverMetadata();
        const asked = claims.email === undefined && userinfo_endpoint !== undefined;
        const told = asked ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub) : {};
        return claimsOf({ ...claims, ...told, iss: claims.iss, sub: claims.sub }, settings);
      } catch (error) {
        // What the library says may hold what the provider says, and that is not for the person's eyes.
        log.warn({ code: (error as { code?: unknown }).code, reason: (error as Error).message }, "a sign-in with the provider failed");
        throw refuse("provider_failed");
      }
    },
  };
}

function unreachable({ name }: OidcSettings): string {
  return `${name} does not answer as expected. Try again later. If it stays away, your administrator can switch passwords on.`;
}

async function discover({ issuer, clientId, clientSecret }: OidcSettings): Promise<Configuration> {
  const client = await import("openid-client");
  const authentication: Parameters<typeof client.discovery>[3] =
    clientSecret === undefined
      ? client.None()
      : (server, ...request) => {
          const offered = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
          const way = offered.includes("client_secret_basic") ? client.ClientSecretBasic : client.ClientSecretPost;
          way(clientSecret)(server, ...request);
        };
  const execute = [client.enableNonRepudiationChecks, ...(issuer.startsWith("http:") ? [client.allowInsecureRequests] : [])];
  return client.discovery(new URL(issuer), clientId, undefined, authentication, { execute, timeout: patience });
}

function claimsOf(given: Readonly<Record<string, unknown>> & { iss: string; sub: string }, { trustEmail }: OidcSettings): Claims {
  const text = (value: unknown) => (typeof value === "string" && value.trim() !== "" ? value.trim() : undefined);
  const email = text(given["email"])?.toLowerCase();
  const emailUnusable = email !== undefined && !emailAddress.safeParse(email).success;
  return {
    issuer: given.iss,
    subject: given.sub,
    email: emailUnusable ? undefined : email,
    emailUnusable,
    emailVerified: (given["email_verified"] ?? trustEmail) === true,
    name: text(given["name"]),
  };
}
