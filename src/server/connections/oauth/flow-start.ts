import type { Parsed } from "#contract/endpoint.ts";
import type { authorizeMcpOAuth } from "#contract/connections/oauth.ts";
import { mayChangeCredential } from "#contract/connections/rights.ts";
import { findConnection } from "#server/connections/connections/connections.store.ts";
import { typeAt } from "#server/connections/integrations/catalogue.ts";
import { findCustomIntegration } from "#server/connections/integrations/custom-integrations.store.ts";
import { requireVisible } from "#server/connections/rights.ts";
import type { Bringing } from "#server/platform/http/context.ts";
import { whoOf } from "#server/platform/http/access.ts";
import { invalid, refuse } from "#server/platform/http/refusal.ts";
import { Unreadable } from "#server/platform/sealing/envelope.ts";
import type { NewFlow } from "./oauth-flows.store.ts";
import type { Beginning } from "./oauth-operations.ts";
import { callbackPath } from "./our-client.ts";
import { returnUrl } from "./return-url.ts";
import { openClient } from "./tokens.ts";

type Body = Parsed<typeof authorizeMcpOAuth>["body"];
type Client = Beginning["client"];

/** What a flow is for, and as whom this service signs people in, by the rights of the caller. Throws 400, 403 or 404. */
export async function startOf(context: Bringing, body: Body): Promise<{ flow: NewFlow; client: Client; scopes: readonly string[] }> {
  const { team, caller, config } = context;
  const integration = await integrationOf(context, body);
  const connection = await connectionOf(context, body);
  const own = body.oauth_client_id;
  const flow: NewFlow = {
    user_id: caller.userId,
    team_id: team.id,
    session_id: caller.kind === "session" ? caller.credentialId : null,
    connection_id: connection?.id ?? null,
    custom_integration_id: integration?.id ?? connection?.custom_integration_id ?? null,
    name: body.name,
    type: connection?.type ?? typeAt(body.integration_type),
    server_url: body.mcp_server_url,
    oauth_provider: null,
    oauth_provider_key: null,
    redirect_uri: new URL(callbackPath, config.baseUrl).href,
    return_url: returnUrl(config, body.return_url),
  };
  const scopes = connection?.scopes ?? [];
  if (own !== undefined) return { flow, scopes, client: { origin: "own", client_id: own, client_secret: body.oauth_client_secret } };
  return { flow, scopes, client: integration?.client ?? connection?.client };
}

async function integrationOf({ db, team, envelope }: Bringing, { custom_integration_id: id, mcp_server_url }: Body) {
  if (id === undefined) return undefined;
  const found = await findCustomIntegration(db, team.id, id);
  if (!found) throw invalid(["custom_integration_id"], "This integration does not exist in this team");
  if (found.server_url !== mcp_server_url) throw invalid(["mcp_server_url"], `The address of “${found.name}” is ${found.server_url}`);
  const place = { teamId: found.team_id, table: "custom_integrations", id, column: "sealed_client_secret" };
  const secret = () =>
    found.sealed_client_secret === null ? undefined : orUnreadable(() => envelope.open(place, found.sealed_client_secret ?? ""));
  const client: Client =
    found.oauth_client_id === null ? undefined : { origin: "integration", client_id: found.oauth_client_id, client_secret: secret() };
  return { id, client };
}

/** The connection that is repaired. What its person gave as a client is used again; a client that was registered for it is registered anew. */
async function connectionOf(context: Bringing, { reconnect_instance_id: id, mcp_server_url }: Body) {
  if (id === undefined) return undefined;
  const found = requireVisible(context, await findConnection(context.db, context.team.id, id));
  if (!mayChangeCredential(found, whoOf(context))) throw refuse("forbidden");
  if (found.auth_method !== "oauth" || found.provider === "native" || found.server_url !== mcp_server_url)
    throw invalid(["mcp_server_url"], "This connection is for another address, or does not sign in by OAuth");
  const stored = readable(() => openClient(context.envelope, found));
  const client: Client =
    stored?.origin === "own" || stored?.origin === "integration"
      ? { origin: stored.origin, client_id: stored.client_id, client_secret: stored.client_secret, issuer: stored.issuer }
      : undefined;
  const scopes = found.wanted_scopes ? [...(found.oauth_scopes ?? []), ...found.wanted_scopes] : [];
  return { id, type: found.type, custom_integration_id: found.custom_integration_id, client, scopes };
}

function orUnreadable<T>(open: () => T): T {
  const opened = readable(open);
  if (opened === undefined)
    throw refuse(
      "oauth_unsupported",
      "The client secret of this integration cannot be opened with this installation's SECRETS_KEY. Add the integration again.",
    );
  return opened;
}

/** Undefined for what no key of this installation opens. */
function readable<T>(open: () => T): T | undefined {
  try {
    return open();
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}
