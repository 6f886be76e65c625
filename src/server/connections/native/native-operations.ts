import { z } from "#contract/zod.ts";
import { accountOf } from "#server/connections/oauth/account.ts";
import { faultOf } from "#server/connections/mcp/fault-of.ts";
import { McpFault } from "#server/connections/mcp/faults.ts";
import { shownLine } from "#server/connections/mcp/foreign-text.ts";
import { type Exchange, guardedFetch } from "#server/connections/mcp/guarded-fetch.ts";
import { maxDocumentBytes } from "#server/connections/mcp/oauth-check.ts";
import type { Outbound } from "#server/platform/outbound.ts";
import { bearing } from "./bearing.ts";
import type { NativeKind } from "./kinds.ts";
import type { Provider } from "./providers.ts";

/** For all requests of one operation together. */
const nativeMs = 15_000;

/** What a provider's document says of it. */
export interface Discovered {
  readonly authorize: string;
  readonly token: string;
  readonly who?: string | undefined;
  readonly says_iss: boolean;
}

/** What is asked of a token endpoint, and how. */
export interface NativeAsking {
  readonly provider: Pick<Provider, "token" | "client" | "body" | "tokens_in" | "invalid_grant" | "invalid_client">;
  readonly client: { readonly id: string; readonly secret: string | undefined };
  readonly grant: Readonly<Record<string, string>>;
  /** Says whom the tokens act as; absent for a renewal, which acts as before. */
  readonly kind?: Pick<NativeKind, "who" | "label" | "token_header" | "headers">;
}

export interface NativeTokens {
  readonly access_token: string;
  readonly refresh_token?: string | undefined;
  readonly expires_in?: number | undefined;
  readonly scope?: string | undefined;
  readonly account?: string | null;
}

const Document = z.looseObject({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  userinfo_endpoint: z.string().optional(),
  authorization_response_iss_parameter_supported: z.boolean().optional(),
});
const Tokens = z.looseObject({
  access_token: z.string().min(1),
  refresh_token: z.string().optional(),
  expires_in: z.coerce.number().optional().catch(undefined),
  scope: z.string().optional().catch(undefined),
  id_token: z.string().optional().catch(undefined),
});
type Ask = (url: string, init: RequestInit) => Promise<{ status: number; body: unknown }>;

/** Where people sign in to an issuer, by its own document. Throws an McpFault. */
export function discoverNative(outbound: Outbound, issuer: string): Promise<Discovered> {
  const address = `${issuer}/.well-known/openid-configuration`;
  return asking(outbound, address, async (ask) => {
    const { body } = await ask(address, { headers: { accept: "application/json" } });
    const { success, data } = z.safeParse(Document, body);
    if (!success || data.issuer.replace(/\/+$/, "") !== issuer)
      throw new McpFault("no_oauth", "This address does not say where people sign in to it.");
    for (const each of [data.authorization_endpoint, data.token_endpoint]) requireSafe(outbound, each);
    return {
      authorize: data.authorization_endpoint,
      token: data.token_endpoint,
      who: data.userinfo_endpoint,
      says_iss: data.authorization_response_iss_parameter_supported === true,
    };
  });
}

/** Exchanges a code or a refresh token for tokens. Throws an McpFault. */
export function exchangeNative(outbound: Outbound, { provider, client, grant, kind }: NativeAsking): Promise<NativeTokens> {
  return asking(outbound, provider.token, async (ask) => {
    requireSafe(outbound, provider.token);
    const answer = await ask(provider.token, requestOf({ provider, client, grant }));
    const { success, data } = z.safeParse(Tokens, inside(answer.body, provider.tokens_in) ?? answer.body);
    if (answer.status >= 400 || !success) throw refusalOf(answer, provider);
    const { access_token, refresh_token, expires_in, scope, id_token } = data;
    const tokens = { access_token, expires_in, scope, ...(refresh_token !== undefined && { refresh_token }) };
    return kind ? { ...tokens, account: await accountAt(outbound, ask, kind, { id_token, access_token, said: answer.body }) } : tokens;
  });
}

function requestOf({ provider, client, grant }: Omit<NativeAsking, "kind">): RequestInit {
  const basic = provider.client === "basic";
  const said = basic ? grant : { ...grant, client_id: client.id, ...(client.secret !== undefined && { client_secret: client.secret }) };
  const word = Buffer.from(`${encodeURIComponent(client.id)}:${encodeURIComponent(client.secret ?? "")}`).toString("base64");
  const json = provider.body === "json";
  return {
    method: "POST",
    headers: {
      accept: "application/json",
      "content-type": json ? "application/json" : "application/x-www-form-urlencoded",
      ...(basic && { authorization: `Basic ${word}` }),
    },
    body: json ? JSON.stringify(said) : new URLSearchParams(said).toString(),
  };
}

/** Some refuse with status 200. What they say of it is not for people: anybody can put words there. */
function refusalOf({ status, body }: { status: number; body: unknown }, provider: NativeAsking["provider"]): McpFault {
  if (status >= 500) return new McpFault("unreachable", `The sign-in server failed with HTTP ${status}.`);
  const code = z.safeParse(z.looseObject({ error: z.string() }), body).data?.error ?? "";
  for (const kind of ["invalid_grant", "invalid_client"] as const)
    if (code === kind || provider[kind]?.includes(code)) return new McpFault(kind, `The sign-in server refused (${kind}).`);
  return new McpFault("said_no", "The sign-in server refused.");
}

/** Whom tokens act as. Nothing depends on it, so a server that does not say is no failure. */
async function accountAt(
  outbound: Outbound,
  ask: Ask,
  { who, label = [], token_header, headers }: NonNullable<NativeAsking["kind"]>,
  { id_token, access_token: token, said }: { readonly id_token: string | undefined; readonly access_token: string; readonly said: unknown },
): Promise<string | null> {
  const told = accountOf(id_token);
  if (told !== null) return told;
  const safe = who !== undefined && isSafe(outbound, who);
  const found = safe ? await ask(who, { headers: { ...headers, ...bearing(token, token_header) } }).catch(() => undefined) : undefined;
  for (const answer of [found?.status === 200 ? found.body : undefined, said])
    for (const path of label) {
      const value = inside(answer, path);
      const line = typeof value === "string" || typeof value === "number" ? shownLine(String(value), 200) : "";
      if (line !== "") return line;
    }
  return null;
}

/** What an answer has at `a.b.c`. */
function inside(value: unknown, path: string | undefined): unknown {
  if (path === undefined) return value;
  return path.split(".").reduce<unknown>((at, name) => {
    const known = typeof at === "object" && at !== null && Object.hasOwn(at, name);
    return known ? (at as Record<string, unknown>)[name] : undefined;
  }, value);
}

async function asking<T>(outbound: Outbound, url: string, work: (ask: Ask) => Promise<T>): Promise<T> {
  const exchange: Exchange = {};
  const signal = AbortSignal.timeout(nativeMs);
  const fetch = guardedFetch(outbound, exchange, { signal, timeoutMs: nativeMs, maxBytes: maxDocumentBytes });
  const ask: Ask = async (address, init) => {
    const answer = await fetch(address, init);
    const text = await answer.text();
    return { status: answer.status, body: jsonOf(text) };
  };
  try {
    return await work(ask);
  } catch (error) {
    throw faultOf(error, exchange, url, { asked: false, late: signal.aborted });
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What carries secrets goes encrypted, but to hosts that the operator named. */
function isSafe(outbound: Outbound, url: string): boolean {
  return outbound.refusal(url) === undefined && (url.startsWith("https:") || outbound.exempts(url));
}

function requireSafe(outbound: Outbound, url: string): void {
  if (!isSafe(outbound, url)) throw new McpFault("refused", "The sign-in of this service is not at a public address that is encrypted.");
}
