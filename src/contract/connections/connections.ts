import { Deletion } from "#contract/deletion.ts";
import { endpoint } from "#contract/endpoint.ts";
import { int53, Named, name, page, text, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { queryOf } from "#contract/list-query.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { connectionList } from "./connection-list.ts";
import { authMethods, brokenReasons, connectionProviders } from "./connection-words.ts";
import { ConnectionUses } from "./connection-uses.ts";
import { ChangedHeaders, Headers } from "./headers.ts";
import { integrationFields } from "./integrations.ts";
import { Looks } from "./looks.ts";
import { mayChangeCredential } from "./rights.ts";
import { connectionUrl } from "./server-address.ts";

/**
 * An account at another service. Without `user_id` it is shared with the team; with one it is personal: nobody else sees it, and it serves runs of
 * that person only. What it signs in with is never answered.
 */
export const Connection = record("Connection", {
  ...integrationFields,
  provider: z.enum(connectionProviders),
  server_url: z.string(),
  auth_method: z.enum(authMethods),
  broken_reason: z.enum(brokenReasons).nullable(),
  /** Ours: whether its server answered when it was looked at last; null where nobody has looked. */
  answers: z.boolean().nullable(),
  created_by: uuid,
  /** Ours: whom it acts as there, as the other service says; null where it does not. */
  account_label: z.string().nullable(),
  /** Ours: rights that its server asked for and it lacks; signing in again asks for them. */
  wanted_scopes: z.array(z.string()).nullable(),
  /** Ours: the team that lets this one use it; null for a connection of the team itself. */
  granted_from: Named.nullable(),
  /** Ours: agents of the team whose live revision has it pinned, by anybody, or that an active event trigger on it starts. */
  live_agents: int53,
  /** Ours: agents of the team that have it pinned in any revision, or an event trigger on it. */
  all_agents: int53,
  /** Ours: how looking for events there goes; null while no event trigger listens. */
  looks: Looks.nullable(),
});
export type Connection = z.output<typeof Connection>;

/** Ours: as many one person, or the team as a whole, may keep in a team. */
export const maxConnections = 500;

const area = "Connections";
const inTeam = { scope: "team", by: "teamId", role: "team:member" } as const;
const byConnection = { scope: "team", by: "connection_id", role: "team:member" } as const;
const ofTeam = z.strictObject({ teamId: idOf("team") });
const one = z.strictObject({ connection_id: idOf("connection") });
/** The form of a kind of integration, as in `custom_mcp`. */
const type = text(1, 100).regex(/^[a-z0-9]+([_-][a-z0-9]+)*$/, { error: "Use lowercase letters, digits, - and _, as in custom_mcp" });

export const listConnections = endpoint({
  name: "listConnections",
  method: "GET",
  path: "/v2/teams/{teamId}/connections",
  area,
  summary: "The caller's connections in a team, and those shared with or granted to it, by name; `type`: a kind of integration",
  access: inTeam,
  reads: ["connection", "connection_sharing", "revision_slot", "revision", "agent", "event_trigger"],
  params: ofTeam,
  /** Ours: `search`, which is part of the name or of the server's address, case ignored, and `connection_id`. */
  query: z.strictObject({
    ...page(100, 100),
    type: text(1, 200).optional(),
    connection_id: uuid.optional(),
    ...queryOf(connectionList),
  }),
  reply: z.strictObject({ integrations: z.array(Connection), total: int53, limit: z.int(), offset: int53 }),
});

export const createConnection = endpoint({
  name: "createConnection",
  method: "POST",
  path: "/v2/teams/{teamId}/connections",
  area,
  summary: "Connect to an MCP server or a mailbox, for oneself, or for the team as a Manager",
  access: inTeam,
  records: "connection.created",
  may: mayChangeCredential,
  changes: ["connection"],
  params: ofTeam,
  body: z.strictObject({
    name,
    /** Left out: the address of the custom integration. */
    server_url: connectionUrl.optional(),
    type: type.optional().meta({ default: "custom_mcp" }),
    provider: z.literal("user"),
    auth_method: z.enum(authMethods),
    custom_integration_id: uuid.optional(),
    headers: Headers.optional(),
    /** Ours: the specification shares a connection after it was made. */
    shared: z.boolean().optional().meta({ default: false }),
  }),
  reply: Connection,
  status: 201,
  errors: ["outbound_refused"],
  creates: "replayed",
});

export const getConnection = endpoint({
  name: "getConnection",
  method: "GET",
  path: "/v2/connections/{connection_id}",
  area,
  summary: "One connection; another person's personal one does not exist for the caller",
  access: byConnection,
  reads: ["connection", "revision_slot", "revision", "agent", "event_trigger"],
  params: one,
  reply: Connection,
});

export const updateConnection = endpoint({
  name: "updateConnection",
  method: "PATCH",
  path: "/v2/connections/{connection_id}",
  area,
  summary: "Change a connection. An empty secret header keeps its value. For another server secret headers and tokens are deleted",
  access: byConnection,
  records: "connection.updated",
  may: mayChangeCredential,
  changes: ["connection", "revision_slot", "revision", "event_trigger", "schedule"],
  params: one,
  body: z.strictObject({
    name: name.optional(),
    server_url: connectionUrl.optional(),
    auth_method: z.enum(authMethods).optional(),
    headers: ChangedHeaders.nullable().optional(),
    shared: z.boolean().optional(),
  }),
  reply: Connection,
  errors: ["outbound_refused", "secret_unreadable"],
});

export const deleteConnection = endpoint({
  name: "deleteConnection",
  method: "DELETE",
  path: "/v2/connections/{connection_id}",
  area,
  summary: "Delete a connection with everything it signs in with; every revision loses it",
  access: byConnection,
  records: "connection.deleted",
  may: mayChangeCredential,
  changes: ["connection", "revision_slot", "revision", "event_trigger", "schedule"],
  params: one,
  reply: z.strictObject({ success: z.boolean(), message: z.string() }),
});

export const previewConnectionDeletion = endpoint({
  name: "previewConnectionDeletion",
  method: "GET",
  path: "/v2/connections/{connection_id}/deletion",
  area,
  summary: "Who would lose a connection that is deleted; changes nothing",
  access: byConnection,
  reads: [],
  ours: "A person has to see what stops before it stops.",
  params: one,
  reply: Deletion,
});

export const getConnectionCredentials = endpoint({
  name: "getConnectionCredentials",
  method: "GET",
  path: "/v2/connections/{connection_id}/credentials",
  area,
  summary: "The headers of a connection; the value of a secret one is the empty text",
  access: byConnection,
  reads: ["connection"],
  params: one,
  reply: z.strictObject({
    id: uuid,
    headers: z.record(z.string(), z.string()),
    /** Ours: which of them are secret; a plain one cannot be empty. */
    secret: z.array(z.string()),
  }),
});

export const listConnectionUses = endpoint({
  name: "listConnectionUses",
  method: "GET",
  path: "/v2/connections/{connection_id}/uses",
  area,
  summary: "Revisions that pin a connection, live ones first, and agents that listen to it (at most 200 each)",
  access: byConnection,
  reads: ["connection", "revision_slot", "revision", "agent", "event_trigger"],
  ours: "A person who changes or deletes a connection has to know what it affects.",
  params: one,
  reply: ConnectionUses,
});
