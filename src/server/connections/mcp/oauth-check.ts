import { discoverOAuthServerInfo, extractWWWAuthenticateParams, type FetchLike } from "@modelcontextprotocol/client";
import type { Outbound } from "#server/platform/outbound.ts";
import { faultOf } from "./fault-of.ts";
import { type Exchange, guardedFetch } from "./guarded-fetch.ts";
import { scopesIn } from "./scopes.ts";
import { connectMs } from "./session.ts";

/** Bytes of a document about a server. */
export const maxDocumentBytes = 262_144;
const maxScopes = 200;

export interface OAuthSupport {
  readonly supports_dcr: boolean;
  /** A client can be known by the address of a document about it. */
  readonly reads_documents: boolean;
  readonly authorization_endpoint?: string;
  readonly scopes?: readonly string[];
}

/** What a server and whoever signs people in to it say of themselves. */
export async function discoverOAuth(outbound: Outbound, exchange: Exchange, url: string, limitMs: number) {
  const bounds = { signal: AbortSignal.timeout(limitMs), timeoutMs: limitMs, maxBytes: maxDocumentBytes };
  const asked = await guardedFetch(
    outbound,
    exchange,
    bounds,
  )(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }),
  });
  await asked.body?.cancel();
  const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(asked);
  const found = await discoverOAuthServerInfo(url, {
    fetchFn: withWholeIssuers(guardedFetch(outbound, exchange, { ...bounds, redirectsAreAbsent: true })),
    ...(resourceMetadataUrl && { resourceMetadataUrl }),
  });
  const { authorizationServerMetadata: metadata, resourceMetadata } = found;
  const scopes = scope?.split(" ") ?? resourceMetadata?.scopes_supported;
  return {
    metadata,
    resource: resourceMetadata?.resource,
    known: scopes ?? metadata?.scopes_supported,
    scopes: scopesIn(scopes?.join(" ")),
  };
}

/**
 * An address without a path is the same with a slash and without (RFC 3986, 6.2.3). Some servers name whoever signs people in without, who says its name with
 * one: the library takes both for the same only where the first has it.
 */
function withWholeIssuers(fetch: FetchLike): FetchLike {
  return async (url, init) => {
    const answer = await fetch(url, init);
    if (!answer.ok || !String(url).includes("/.well-known/oauth-protected-resource")) return answer;
    const text = await answer.text();
    return new Response(wholeIssuers(text), { status: answer.status, headers: answer.headers });
  };
}

function wholeIssuers(text: string): string {
  try {
    const { authorization_servers: given, ...rest } = JSON.parse(text) as { authorization_servers?: unknown };
    if (!Array.isArray(given)) return text;
    const whole = given.map((each) =>
      typeof each === "string" && URL.canParse(each) && new URL(each).href === `${each}/` ? `${each}/` : (each as unknown),
    );
    return JSON.stringify({ ...rest, authorization_servers: whole });
  } catch {
    return text;
  }
}

/** Whether people can sign in to a server, and whether it registers clients by itself. Throws an McpFault where nothing answers. */
export async function checkOAuth(outbound: Outbound, url: string): Promise<OAuthSupport> {
  const exchange: Exchange = {};
  const signal = AbortSignal.timeout(connectMs);
  try {
    const { metadata, known } = await discoverOAuth(outbound, exchange, url, connectMs);
    return {
      supports_dcr: typeof metadata?.registration_endpoint === "string",
      reads_documents: metadata?.client_id_metadata_document_supported === true,
      ...(metadata && { authorization_endpoint: metadata.authorization_endpoint }),
      ...(known && { scopes: known.slice(0, maxScopes).map((each) => each.slice(0, 200)) }),
    };
  } catch (error) {
    const fault = faultOf(error, exchange, url, { asked: false, late: signal.aborted });
    // Documents that are absent or cannot be read say that nobody signs in here; no answer at all says nothing.
    if (["refused", "unreachable", "timeout"].includes(fault.kind)) throw fault;
    return { supports_dcr: false, reads_documents: false };
  }
}
