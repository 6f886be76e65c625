import { maxConnections } from "#contract/connections/connections.ts";
import type * as native from "#contract/connections/native.ts";
import type * as contract from "#contract/connections/oauth.ts";
import { connectionEvents } from "#contract/connections/events.ts";
import { McpFault } from "#server/connections/mcp/faults.ts";
import { mcpOf } from "#server/connections/mcp/processes.ts";
import { requireServer } from "#server/connections/rights.ts";
import type { Db } from "#server/platform/db/open.ts";
import { record } from "#server/platform/events/record.ts";
import { askedFirst, type Context, type Handlers, type Services } from "#server/platform/http/context.ts";
import { refuse, type Refusal } from "#server/platform/http/refusal.ts";
import { Unreadable } from "#server/platform/sealing/envelope.ts";
import { countConnections } from "#server/connections/connections/connections.store.ts";
import { tellChanged } from "#server/connections/connections/tell-changed.ts";
import { lockTeam } from "#server/teams/members/members.store.ts";
import { clientDocumentUrl } from "./client-document.ts";
import { startOf } from "./flow-start.ts";
import { beginNative, nativeStart } from "#server/connections/native/native-flow.ts";
import { finishNative } from "#server/connections/native/native-sign-in.ts";
import { accountOf } from "./account.ts";
import { type Begun, type ClaimedFlow, claimFlow, insertFlow, type NewFlow, newState } from "./oauth-flows.store.ts";
import { forgetWanted, type SignedIn, storeSignIn } from "./sign-in.store.ts";

interface Prepared {
  readonly flow: NewFlow;
  readonly state: string;
  readonly begun: Begun;
  readonly authorization_url: string;
}

async function keepFlow(_input: unknown, { db, envelope }: Pick<Context, "db" | "envelope">, { flow, state, begun, ...reply }: Prepared) {
  await insertFlow(db, envelope, flow, state, begun);
  return reply;
}

export const nativeHandlers: Handlers<typeof native> = {
  startNativeOAuth: askedFirst(async ({ params, body }, context) => {
    const { flow, setUp, entered } = await nativeStart(context, params.provider, body);
    const state = newState();
    const begun = { setUp, entered, state, redirect_uri: flow.redirect_uri };
    const { authorization_url, ...found } = await beginNative(context, begun).catch(asRefusal);
    return { flow, state, begun: found, authorization_url };
  }, keepFlow),
};

export const oauthHandlers: Handlers<typeof contract> = {
  authorizeMcpOAuth: askedFirst(async ({ body }, context) => {
    requireServer(context.outbound, body.mcp_server_url);
    const { flow, client, scopes } = await startOf(context, body);
    const state = newState();
    const document = clientDocumentUrl(context.config);
    const { authorization_url, ...begun } = await mcpOf(context.outbound)
      .beginOAuth({ url: body.mcp_server_url, redirect_uri: flow.redirect_uri, state, document, scopes, ...(client && { client }) })
      .catch(asRefusal);
    return { flow, state, begun, authorization_url };
  }, keepFlow),

  completeMcpOAuth: askedFirst(
    async ({ body }, { db, envelope, config, outbound, caller, identity }) => {
      const flow = await claimFlow(db, envelope, body.state, caller).catch((error: unknown) => {
        if (error instanceof Unreadable) return undefined;
        throw error;
      });
      const role = flow && (await identity.roleNow(caller, flow.team_id));
      if (!flow || !role) throw refuse("oauth_over");
      // A right that the other service does not know would end each later sign-in too.
      if (body.error === "invalid_scope" && flow.connection_id !== null) await forgetWanted(db, flow.connection_id);
      if (body.code === undefined) throw refuse("oauth_refused");
      await requireRoom(db, flow);
      return { flow, role, signedIn: await exchange({ config, outbound }, flow, { code: body.code, iss: body.iss }).catch(asRefusal) };
    },
    async (_input, { db, envelope, caller, live }, { flow, role, signedIn }) => {
      // Two that came back at once both found room.
      if (flow.connection_id === null) await lockTeam(db, flow.team_id);
      await requireRoom(db, flow);
      const { connection, repaired } = await storeSignIn(db, envelope, { ...flow, role }, signedIn);
      const { id, team_id, name } = connection;
      const type = repaired ? "connection.updated" : "connection.created";
      await record(db, connectionEvents, { type, team: team_id, actor: { kind: "user", id: caller.userId }, subject: id, data: {} });
      await tellChanged(db, live, connection);
      return { id, team_id, name, repaired, return_url: flow.return_url };
    },
  ),
};

/** Of a sign-in that makes a connection: it has no form to correct, so it is told in a sentence. Throws 409. */
async function requireRoom(db: Db, { connection_id, team_id, user_id }: ClaimedFlow): Promise<void> {
  if (connection_id === null && (await countConnections(db, team_id, user_id)) >= maxConnections) throw refuse("too_many");
}

/** At whoever the flow began with. Throws an McpFault. */
async function exchange(
  services: Pick<Services, "config" | "outbound">,
  flow: ClaimedFlow,
  { code, iss }: { readonly code: string; readonly iss: string | undefined },
): Promise<SignedIn> {
  const { client, verifier, redirect_uri } = flow;
  const resource = flow.resource ?? flow.server_url;
  if (client.origin === "native") {
    const { account = null, scope, ...tokens } = await finishNative(services, flow, client, { code, iss });
    return { tokens: { ...tokens, resource }, scope, account };
  }
  const found = await mcpOf(services.outbound).finishOAuth({ client, verifier, redirect_uri, resource, code, iss });
  const { id_token, scope, ...tokens } = found;
  return { tokens: { ...tokens, resource }, scope, account: accountOf(id_token) };
}

/** What a person can do about it, in the words of the fault. */
function asRefusal(error: unknown): never {
  if (!(error instanceof McpFault)) throw error;
  throw refusalOf(error);
}

function refusalOf({ kind, message }: McpFault): Refusal {
  if (kind === "no_oauth") return refuse("oauth_unsupported", message);
  if (kind === "refused") return refuse("outbound_refused", message);
  if (kind === "unreachable" || kind === "timeout") return refuse("server_unreachable", message);
  if (kind === "invalid_grant" || kind === "invalid_client" || kind === "said_no")
    return refuse("oauth_refused", `${message} Nothing was connected. Start again.`);
  return refuse("server_unreachable", message);
}
