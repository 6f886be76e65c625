import {
  checkResourceAllowed,
  exchangeAuthorization,
  IssuerMismatchError,
  OAuthError,
  type OAuthTokens,
  refreshAuthorization,
  registerClient,
  startAuthorization,
} from "@modelcontextprotocol/client";
import type { Outbound } from "#server/platform/outbound.ts";
import { faultOf } from "#server/connections/mcp/fault-of.ts";
import { McpFault } from "#server/connections/mcp/faults.ts";
import { type Exchange, guardedFetch } from "#server/connections/mcp/guarded-fetch.ts";
import { aboutUs } from "./our-client.ts";
import { discoverOAuth, maxDocumentBytes } from "#server/connections/mcp/oauth-check.ts";
import { scopesIn } from "#server/connections/mcp/scopes.ts";

/** For all requests of one operation together. */
const oauthMs = 15_000;

/** Who this service is to an authorization server, and what of that server is needed again. Bound to the issuer: it is sent to no other. */
export interface OAuthClient {
  /** Given by a person, by the integration, the address of a document of ours, or registered for this flow. */
  readonly origin: "own" | "integration" | "document" | "registered";
  readonly client_id: string;
  readonly client_secret?: string | undefined;
  readonly issuer: string;
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
  readonly auth_methods?: readonly string[] | undefined;
  /** The server says who it is when it sends the browser back. */
  readonly says_iss: boolean;
}

export interface Beginning {
  readonly url: string;
  readonly redirect_uri: string;
  readonly state: string;
  /** Asked for beside what the server says. */
  readonly scopes?: readonly string[] | undefined;
  /** The address of a document about this service: a client id at servers that read such documents. */
  readonly document?: string | undefined;
  /** `issuer`: known from before; another one does not get it. */
  readonly client?: {
    readonly origin: "own" | "integration";
    readonly client_id: string;
    readonly client_secret?: string | undefined;
    readonly issuer?: string | undefined;
  };
}

export interface Begun {
  readonly authorization_url: string;
  readonly verifier: string;
  readonly client: OAuthClient;
  readonly resource: string;
  readonly scopes: readonly string[];
}

/** Finds out who signs people in to a server, registers this service there if need be, and makes the address for the browser. Throws an McpFault. */
export function beginOAuth(outbound: Outbound, given: Beginning): Promise<Begun> {
  return asking(outbound, given.url, async (fetchFn, exchange) => {
    const { metadata, resource: declared, scopes: named } = await discoverOAuth(outbound, exchange, given.url, oauthMs);
    if (!metadata) throw new McpFault("no_oauth", "This server does not say where people sign in to it.");
    if (!metadata.code_challenge_methods_supported?.includes("S256"))
      throw new McpFault("no_oauth", "The sign-in of this server has no protection of its codes (PKCE with S256), so it is not used.");
    for (const endpoint of [metadata.authorization_endpoint, metadata.token_endpoint, metadata.registration_endpoint])
      if (endpoint !== undefined) requireSafe(outbound, endpoint);
    if (declared !== undefined && !checkResourceAllowed({ requestedResource: given.url, configuredResource: declared }))
      throw new McpFault("no_oauth", "This server describes itself as another one, so its sign-in is not used.");
    const resource = declared ?? given.url;
    const scopes = scopesIn([...named, ...(given.scopes ?? [])].join(" "));
    const scope = scopes.join(" ");
    const known = given.client && (given.client.issuer ?? metadata.issuer) === metadata.issuer ? given.client : undefined;
    const documented =
      metadata.client_id_metadata_document_supported === true && given.document !== undefined
        ? { origin: "document" as const, client_id: given.document }
        : undefined;
    const register = async () => {
      if (metadata.registration_endpoint === undefined)
        throw new McpFault("no_oauth", "This server registers no clients by itself. Enter the client id that you registered there.");
      const clientMetadata = aboutUs(given.redirect_uri);
      return { origin: "registered" as const, ...(await registerClient(metadata.issuer, { metadata, clientMetadata, scope, fetchFn })) };
    };
    const identity: Pick<OAuthClient, "origin" | "client_id" | "client_secret"> = known ?? documented ?? (await register());
    const client: OAuthClient = {
      origin: identity.origin,
      client_id: identity.client_id,
      client_secret: identity.client_secret,
      issuer: metadata.issuer,
      authorization_endpoint: metadata.authorization_endpoint,
      token_endpoint: metadata.token_endpoint,
      auth_methods: metadata.token_endpoint_auth_methods_supported,
      says_iss: metadata.authorization_response_iss_parameter_supported === true,
    };
    const { authorizationUrl, codeVerifier } = await startAuthorization(metadata.issuer, {
      metadata,
      clientInformation: informationOf(client),
      redirectUrl: given.redirect_uri,
      state: given.state,
      resource,
      ...(scope !== "" && { scope }),
    });
    return { authorization_url: authorizationUrl.href, verifier: codeVerifier, client, resource, scopes };
  });
}

export interface Ending {
  readonly client: OAuthClient;
  readonly code: string;
  readonly iss?: string | undefined;
  readonly verifier: string;
  readonly redirect_uri: string;
  readonly resource: string;
}

/** Exchanges a code for tokens, at the issuer that the flow began with. Throws an McpFault. */
export function finishOAuth(outbound: Outbound, { client, code, iss, verifier, redirect_uri, resource }: Ending): Promise<OAuthTokens> {
  return asking(outbound, client.token_endpoint, (fetchFn) =>
    exchangeAuthorization(client.issuer, {
      metadata: metadataOf(client),
      clientInformation: informationOf(client),
      authorizationCode: code,
      codeVerifier: verifier,
      redirectUri: redirect_uri,
      resource,
      fetchFn,
      ...(iss !== undefined && { iss }),
    }),
  );
}

export interface Renewal {
  readonly client: OAuthClient;
  readonly refresh_token: string;
  readonly resource: string;
}

/** Exchanges a refresh token for new tokens. Throws an McpFault. */
export function renewOAuth(outbound: Outbound, { client, refresh_token, resource }: Renewal): Promise<OAuthTokens> {
  return asking(outbound, client.token_endpoint, (fetchFn) =>
    refreshAuthorization(client.issuer, {
      metadata: metadataOf(client),
      clientInformation: informationOf(client),
      refreshToken: refresh_token,
      resource,
      fetchFn,
    }),
  );
}

async function asking<T>(
  outbound: Outbound,
  url: string,
  ask: (fetchFn: ReturnType<typeof guardedFetch>, exchange: Exchange) => Promise<T>,
): Promise<T> {
  const exchange: Exchange = {};
  const signal = AbortSignal.timeout(oauthMs);
  try {
    return await ask(guardedFetch(outbound, exchange, { signal, timeoutMs: oauthMs, maxBytes: maxDocumentBytes }), exchange);
  } catch (error) {
    if (error instanceof IssuerMismatchError)
      throw new McpFault("said_no", "The answer is not of the sign-in server that was asked, so it was not used.");
    // What the server says of it is not for people: anybody can put words there.
    if (error instanceof OAuthError) {
      const { code } = error;
      const kind =
        code === "invalid_grant"
          ? "invalid_grant"
          : ["invalid_client", "unauthorized_client"].includes(code)
            ? "invalid_client"
            : undefined;
      if (kind) throw new McpFault(kind, `The sign-in server refused (${kind}).`);
      if (exchange.status !== undefined && exchange.status < 500) throw new McpFault("said_no", "The sign-in server refused.");
    }
    throw faultOf(error, exchange, url, { asked: false, late: signal.aborted });
  }
}

/** What carries secrets goes encrypted, but to hosts that the operator named. */
function requireSafe(outbound: Outbound, url: string): void {
  const reason = outbound.refusal(url);
  if (reason) throw new McpFault("refused", reason);
  if (!url.startsWith("https:") && !outbound.exempts(url))
    throw new McpFault("refused", "The sign-in of this server is not encrypted (http://), so it is not used.");
}

const informationOf = ({ client_id, client_secret }: OAuthClient) => ({ client_id, ...(client_secret !== undefined && { client_secret }) });

function metadataOf(client: OAuthClient) {
  const { issuer, authorization_endpoint, token_endpoint, auth_methods, says_iss } = client;
  return {
    issuer,
    authorization_endpoint,
    token_endpoint,
    response_types_supported: ["code"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: says_iss,
    ...(auth_methods && { token_endpoint_auth_methods_supported: [...auth_methods] }),
  };
}
