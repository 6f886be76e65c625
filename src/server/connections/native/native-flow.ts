import { createHash, randomBytes } from "node:crypto";
import type { Parsed } from "#contract/endpoint.ts";
import { type nativeStartFields, startNativeOAuth } from "#contract/connections/native.ts";
import { mayChangeCredential } from "#contract/connections/rights.ts";
import { findConnection } from "#server/connections/connections/connections.store.ts";
import { McpFault } from "#server/connections/mcp/faults.ts";
import { mcpOf } from "#server/connections/mcp/processes.ts";
import type { Begun, NewFlow } from "#server/connections/oauth/oauth-flows.store.ts";
import { callbackPath } from "#server/connections/oauth/our-client.ts";
import { returnUrl } from "#server/connections/oauth/return-url.ts";
import { openClient } from "#server/connections/oauth/tokens.ts";
import { requireServer, requireVisible } from "#server/connections/rights.ts";
import { whoOf } from "#server/platform/http/access.ts";
import type { Bringing } from "#server/platform/http/context.ts";
import { invalid, refuse } from "#server/platform/http/refusal.ts";
import { Unreadable } from "#server/platform/sealing/envelope.ts";
import type { NativeClient } from "./native-client.ts";
import type { NativeKind } from "./kinds.ts";
import { type Entered, findKind, type SetUp, setUpOf } from "./set-up.ts";

type Body = Parsed<typeof startNativeOAuth>["body"];

/** What a flow is for, by the rights of the caller. Throws 400, 403, 404 or 409. */
export async function nativeStart(context: Bringing, key: string, body: Body): Promise<{ flow: NewFlow; setUp: SetUp; entered: Entered }> {
  const { team, caller, config, outbound } = context;
  const kind = findKind(key);
  if (!kind) throw refuse("not_found");
  const connection = await repaired(context, kind, body.reconnect_instance_id);
  const entered = enteredOf(kind, setUpOf(config, kind, {}), body, connection?.entered);
  const setUp = setUpOf(config, kind, entered);
  if (!setUp)
    throw refuse(
      "provider_not_set_up",
      `This installation has no client for ${kind.name} yet. An administrator registers one there and sets OAUTH_PROVIDERS.`,
    );
  requireServer(outbound, setUp.kind.api);
  if (connection && connection.server_url !== setUp.kind.api)
    throw invalid(["reconnect_instance_id"], "This connection is for another address. Make a new one");
  const flow: NewFlow = {
    user_id: caller.userId,
    team_id: team.id,
    session_id: caller.kind === "session" ? caller.credentialId : null,
    connection_id: connection?.id ?? null,
    custom_integration_id: null,
    name: body.name ?? kind.name,
    type: kind.key,
    server_url: setUp.kind.api,
    oauth_provider: kind.provider,
    oauth_provider_key: kind.key,
    redirect_uri: new URL(callbackPath, config.baseUrl).href,
    return_url: returnUrl(config, body.return_url),
  };
  return { flow, setUp, entered };
}

/** The connection that is repaired, which signed in to the same kind of integration. */
async function repaired(context: Bringing, kind: NativeKind, id: string | undefined) {
  if (id === undefined) return undefined;
  const found = requireVisible(context, await findConnection(context.db, context.team.id, id));
  if (!mayChangeCredential(found, whoOf(context))) throw refuse("forbidden");
  if (found.provider !== "native" || found.oauth_provider_key !== kind.key)
    throw invalid(["reconnect_instance_id"], `This connection did not sign in to ${kind.name}`);
  try {
    const client = openClient(context.envelope, found);
    return { id, server_url: found.server_url, entered: client?.origin === "native" ? client.entered : {} };
  } catch (error) {
    if (error instanceof Unreadable) return { id, server_url: found.server_url, entered: {} };
    throw error;
  }
}

/** What the provider has to know, and nothing else. A repair goes where it went before. */
function enteredOf(kind: NativeKind, known: SetUp | undefined, body: Body, before: Entered = {}): Entered {
  const wanted = known?.provider.fields ?? [];
  const given: Entered = body;
  const names: (keyof typeof nativeStartFields)[] = ["shop"];
  for (const name of names)
    if (given[name] !== undefined && known && !wanted.some((field) => field.name === name))
      throw invalid([name], `${kind.name} does not ask for this. Leave it out`);
  return Object.fromEntries(
    wanted.map(({ name, ends }) => {
      const value = given[name] ?? before[name];
      if (value === undefined) throw invalid([name], `${kind.name} needs this to know where you sign in`);
      if (!value.endsWith(ends)) throw invalid([name], `Enter a host name that ends in ${ends}`);
      return [name, value];
    }),
  );
}

/** The address for the browser, with what the way back is checked by. Throws an McpFault. */
export async function beginNative(
  { outbound }: Pick<Bringing, "outbound">,
  { setUp, entered, state, redirect_uri }: { setUp: SetUp; entered: Entered; state: string; redirect_uri: string },
): Promise<Begun & { readonly authorization_url: string }> {
  const { provider, kind, client } = setUp;
  const found = provider.discovers ? await mcpOf(outbound).discoverNative(provider.issuer ?? "") : undefined;
  const url = new URL(found?.authorize ?? provider.authorize);
  const verifier = randomBytes(32).toString("base64url");
  const asked = {
    ...provider.asks,
    response_type: "code",
    client_id: client.id,
    redirect_uri,
    state,
    ...(kind.scopes.length > 0 && { [provider.scope_parameter ?? "scope"]: kind.scopes.join(provider.scope_separator ?? " ") }),
    ...(provider.pkce && {
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
    }),
  };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  const kept: NativeClient = {
    origin: "native",
    key: kind.key,
    entered,
    client_id: client.id,
    issuer: provider.issuer ?? url.origin,
    ...(found && { token: found.token, ...(found.who !== undefined && { who: found.who }) }),
    says_iss: found?.says_iss ?? false,
  };
  return { authorization_url: url.href, verifier, client: kept, scopes: kind.scopes, resource: kind.api };
}

/** What a provider is asked with, as the installation is set up now. Throws an McpFault. */
export function nativeNow({ config }: Pick<Bringing, "config">, client: NativeClient): SetUp {
  const kind = findKind(client.key);
  const setUp = kind && setUpOf(config, kind, client.entered);
  if (!setUp) throw new McpFault("unreachable", `This installation no longer has a client for ${kind?.name ?? client.key}.`);
  const who = client.who ?? setUp.kind.who;
  return {
    kind: { ...setUp.kind, ...(who !== undefined && { who }) },
    provider: { ...setUp.provider, ...(client.token !== undefined && { token: client.token }) },
    client: setUp.client,
  };
}
