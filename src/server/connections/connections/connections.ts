import { sql } from "drizzle-orm";
import type * as contract from "#contract/connections/connections.ts";
import { maxConnections } from "#contract/connections/connections.ts";
import { connectionEvents } from "#contract/connections/events.ts";
import { triggersOn } from "#server/agents/deletion/deletion.store.ts";
import { losersOf, usesOf } from "#server/connections/agreements/attachments.store.ts";
import { customType, typeAt } from "#server/connections/integrations/catalogue.ts";
import { findCustomIntegration } from "#server/connections/integrations/custom-integrations.store.ts";
import { teamsGranted, teamsUsing } from "#server/connections/grants/grants.store.ts";
import { forgetTools } from "#server/connections/mcp/connection-tools.store.ts";
import { requireServer, requireSharing, requireVisible } from "#server/connections/rights.ts";
import { requireRoom } from "#server/connections/room.ts";
import { record } from "#server/platform/events/record.ts";
import type { Context, Handlers } from "#server/platform/http/context.ts";
import { invalid } from "#server/platform/http/refusal.ts";
import { changesOf, refuseOAuth } from "./connection-changes.ts";
import {
  type ConnectionRecord,
  countConnections,
  findConnection,
  insertConnection,
  listVisibleConnections,
  newConnectionId,
  patchConnection,
  removeConnection,
  toConnection,
  takeBack,
  unused,
  usesOfConnection,
} from "./connections.store.ts";
import { isMailbox } from "#contract/connections/connection-words.ts";
import { mailboxType, requireMailboxSignIn } from "#server/connections/mailbox/sign-in.ts";
import { requireSignavioSignIn } from "#server/connections/signavio/signavio-settings.ts";
import { tellLost } from "./tell-changed.ts";
import { listListeners } from "./uses.store.ts";
import { sealHeaders } from "./sealed-headers.ts";

const kept = { things: "connections", most: maxConnections, count: countConnections };

export const connectionHandlers: Handlers<typeof contract> = {
  async listConnections({ query }, { db, team, caller }) {
    const { limit, offset } = query;
    return { ...(await listVisibleConnections(db, { ...query, teamId: team.id, userId: caller.userId })), limit, offset };
  },

  async createConnection({ body }, context) {
    const { db, envelope, team, caller } = context;
    const { name, provider, auth_method, headers = {}, shared = false } = body;
    requireSharing(context, shared);
    const server_url = await serverOf(context, body);
    requireMailboxSignIn(server_url, auth_method, Object.keys({ ...headers.plaintext, ...headers.secret }));
    refuseOAuth(auth_method, "POST /v2/teams/{teamId}/connections/oauth/mcp/start");
    requireServer(context.outbound, server_url);
    const user_id = shared ? null : caller.userId;
    await requireRoom(context, kept, user_id, "name");
    const of = { id: newConnectionId(), team_id: team.id };
    const type = isMailbox(server_url) ? mailboxType : body.custom_integration_id === undefined ? typeAt(body.type) : customType;
    const stored = sealHeaders(envelope, of, headers);
    requireSignavioSignIn({ type, authMethod: auth_method, plain: stored.plain_headers, secret: stored.secret_header_names });
    const connection = await insertConnection(db, {
      ...of,
      user_id,
      name,
      provider,
      server_url,
      auth_method,
      type,
      custom_integration_id: body.custom_integration_id ?? null,
      ...stored,
      created_by: caller.userId,
    });
    changed(context, connection);
    return toConnection(connection, unused);
  },

  async getConnection({ params }, context) {
    const connection = await required(context, params.connection_id);
    return toConnection(connection, await usesOfConnection(context.db, connection));
  },

  async updateConnection({ params, body: { shared, ...changes } }, context) {
    const { db, envelope, caller, team } = context;
    const before = await required(context, params.connection_id, "update");
    const others = await teamsGranted(db, before.id);
    requireSharing(context, before.user_id === null || shared === true);
    const user_id = shared === undefined ? before.user_id : shared ? null : (before.user_id ?? caller.userId);
    if (user_id !== before.user_id) await requireRoom(context, kept, user_id, "shared");
    if (changes.server_url !== undefined) requireServer(context.outbound, changes.server_url);
    const { patch, dropped } = changesOf(envelope, before, changes);
    const connection = await patchConnection(db, before.id, { ...patch, user_id });
    if (connection.server_url !== before.server_url) await forgetTools(db, before.id);
    if (user_id !== null && before.user_id === null) {
      await takeBack(db, before.id, user_id);
      tellLost(context.live, [team.id, ...others]);
    }
    if (dropped) {
      const actor = { kind: "user", id: caller.userId } as const;
      await record(db, connectionEvents, { type: "connection.credentials_dropped", team: team.id, actor, subject: before.id, data: {} });
    }
    changed(context, before, others);
    changed(context, connection);
    return toConnection(connection, await usesOfConnection(db, connection));
  },

  async deleteConnection({ params }, context) {
    const connection = await required(context, params.connection_id, "update");
    requireSharing(context, connection.user_id === null);
    const others = await teamsGranted(context.db, connection.id);
    await removeConnection(context.db, connection.id, context.caller.userId);
    tellLost(context.live, [context.team.id, ...others]);
    changed(context, connection, others);
    return { success: true, message: `“${connection.name}” is deleted.` };
  },

  async previewConnectionDeletion({ params }, context) {
    const connection = await required(context, params.connection_id);
    return losersOf(context.db, "connection", connection, [
      triggersOn(sql`t.connection_id = ${connection.id}`, connection.team_id),
      teamsUsing(connection.id),
    ]);
  },

  async listConnectionUses({ params }, context) {
    const connection = await required(context, params.connection_id);
    return { ...(await usesOf(context.db, "connection", connection)), ...(await listListeners(context.db, connection)) };
  },

  async getConnectionCredentials({ params }, context) {
    const { id, plain_headers, secret_header_names: secret } = await required(context, params.connection_id);
    return { id, headers: { ...plain_headers, ...Object.fromEntries(secret.map((name) => [name, ""])) }, secret };
  },
};

/** A connection of the team that the caller sees. Throws 404. */
async function required(context: Context, id: string, lock?: "update"): Promise<ConnectionRecord> {
  return requireVisible(context, await findConnection(context.db, context.team.id, id, lock));
}

/** The address that was given, or that of the integration. Throws 400. */
async function serverOf(
  { db, team }: Context,
  { server_url, custom_integration_id: id }: { server_url?: string | undefined; custom_integration_id?: string | undefined },
): Promise<string> {
  const integration = id === undefined ? undefined : await findCustomIntegration(db, team.id, id, "share");
  if (id !== undefined && !integration) throw invalid(["custom_integration_id"], "This integration does not exist in this team");
  if (integration && server_url !== undefined && server_url !== integration.server_url)
    throw invalid(["server_url"], `The address of “${integration.name}” is ${integration.server_url}`);
  const url = server_url ?? integration?.server_url;
  if (url === undefined) throw invalid(["server_url"], "Enter the address of the server");
  return url;
}

/** A shared one is everybody's, also in the other teams that use it. */
function changed(context: Context, { id, user_id }: ConnectionRecord, others: readonly string[] = []): void {
  context.changed("connection", id, user_id ?? undefined);
  for (const teamId of others) context.live.publish({ teamId, topic: "connection", id });
}
