import { Deletion } from "#contract/deletion.ts";
import { endpoint } from "#contract/endpoint.ts";
import { int53, Success, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { mayChangeCredential } from "./rights.ts";

// Connections that other teams of the organization use too. The law says that a list has them and when they count; how one is granted is ours.

/** A connection is granted to so many teams. */
export const maxGrants = 100;
/** So many are granted to a team. */
export const maxGranted = 500;

export const ConnectionGrant = record("ConnectionGrant", {
  team_id: uuid,
  team_name: z.string(),
  granted_by_name: z.string().nullable(),
  granted_at: timestamp,
  /** Agents of that team whose live revision has it pinned, by anybody, or that an active event trigger on it starts. */
  live_agents: int53,
  /** Agents of that team that have it pinned in any revision, or an event trigger on it. */
  all_agents: int53,
});
export type ConnectionGrant = z.output<typeof ConnectionGrant>;

const area = "Connections";
const seen = { scope: "team", by: "connection_id", role: "team:member" } as const;
const managed = { scope: "team", by: "connection_id", role: "team:manager" } as const;
const params = z.strictObject({ connection_id: idOf("connection") });
const toTeam = params.extend({ team_id: idOf("team") });
const path = "/v2/connections/{connection_id}/grants";
const ours = "The specification has granted connections in its lists, and no operation that grants one.";

export const listConnectionGrants = endpoint({
  name: "listConnectionGrants",
  method: "GET",
  path,
  area,
  summary: "The other teams that use a connection, by name, and whether the organization lets them",
  access: seen,
  reads: ["connection", "connection_sharing", "revision_slot", "revision", "agent", "event_trigger", "team"],
  ours,
  params,
  reply: z.strictObject({ enabled: z.boolean(), grants: z.array(ConnectionGrant) }),
});

export const grantConnection = endpoint({
  name: "grantConnection",
  method: "POST",
  path,
  area,
  summary: "Let another team of the organization use a shared connection, by a Manager of both; it cannot see its secrets or change it",
  access: managed,
  may: mayChangeCredential,
  records: "connection.granted",
  changes: ["connection"],
  ours,
  params,
  body: z.strictObject({ team_id: uuid }),
  reply: ConnectionGrant,
  status: 201,
  errors: ["already_granted", "not_shared", "sharing_off", "too_many"],
});

export const revokeConnectionGrant = endpoint({
  name: "revokeConnectionGrant",
  method: "DELETE",
  path: `${path}/{team_id}`,
  area,
  summary: "Take a connection from another team: its revisions lose it, its event triggers on it are deleted",
  access: managed,
  may: mayChangeCredential,
  records: "connection.grant_revoked",
  changes: ["connection", "revision_slot", "revision", "event_trigger", "schedule"],
  ours,
  params: toTeam,
  reply: Success,
});

export const previewConnectionGrantRevocation = endpoint({
  name: "previewConnectionGrantRevocation",
  method: "GET",
  path: `${path}/{team_id}/deletion`,
  area,
  summary: "Which agents of another team would lose a connection, by name where the caller is in that team",
  access: managed,
  reads: [],
  ours: "A person has to see what stops before it stops.",
  params: toTeam,
  reply: Deletion,
});

const ofOrganization = z.strictObject({ orgId: idOf("organization") });
/** While it is off, grants stay and nobody uses them. */
const Sharing = record("ConnectionSharing", {
  enabled: z.boolean(),
  /** Connections that are granted to other teams. */
  connections: int53,
  /** Agents whose live revision uses one of another team, or that an active event trigger on one starts. */
  live_agents: int53,
});

export const getConnectionSharing = endpoint({
  name: "getConnectionSharing",
  method: "GET",
  path: "/v2/organizations/{orgId}/connection-sharing",
  area: "Organizations",
  summary: "Whether teams of an organization can share connections, and how many do",
  access: { scope: "organization", by: "orgId", role: "organization:member" },
  reads: ["connection_sharing", "connection", "revision_slot", "revision", "agent", "event_trigger"],
  ours,
  params: ofOrganization,
  reply: Sharing,
});

export const updateConnectionSharing = endpoint({
  name: "updateConnectionSharing",
  method: "PATCH",
  path: "/v2/organizations/{orgId}/connection-sharing",
  area: "Organizations",
  summary: "Allow teams of an organization to share connections, or stop it at once; grants stay for later",
  access: { scope: "organization", by: "orgId", role: "organization:admin" },
  records: "organization.connection_sharing_changed",
  changes: ["connection_sharing", "connection"],
  ours,
  params: ofOrganization,
  body: z.strictObject({ enabled: z.boolean() }),
  reply: Sharing,
});
