import { requestOf } from "#api/list-request.ts";
import { read } from "#api/query.ts";
import { listRevisionConnections } from "#contract/connections/slot-pins.ts";
import { listSlotTools } from "#contract/connections/slot-tools.ts";
import { listRevisionIntegrations } from "#contract/agents/slots.ts";
import { connectionList } from "#contract/connections/connection-list.ts";
import { listConnectionTools } from "#contract/connections/connection-tools.ts";
import {
  getConnection,
  getConnectionCredentials,
  listConnections,
  listConnectionUses,
  previewConnectionDeletion,
} from "#contract/connections/connections.ts";
import { previewGivingUpConnectionGrant } from "#contract/connections/granted-connections.ts";
import { getConnectionSharing, listConnectionGrants, previewConnectionGrantRevocation } from "#contract/connections/grants.ts";
import { listIntegrations, previewCustomIntegrationDeletion } from "#contract/connections/integrations.ts";
import type { SearchOf } from "#contract/list.ts";
import { listCredentials, listCredentialUses, listRevisionLogins, previewCredentialDeletion } from "#contract/connections/logins.ts";
import { listRevisionSecrets, listSecretUses, listSecrets, previewSecretDeletion } from "#contract/connections/secrets.ts";

/** The team's shared secrets and one's own, by name. */
export const secretsRead = (teamId: string) => read(listSecrets, { params: { teamId } });

export const secretUsesRead = (id: string) => read(listSecretUses, { params: { id } });

export const secretDeletionRead = (id: string) => read(previewSecretDeletion, { params: { id } });

export const revisionSecretsRead = (agentId: string, buildId: string) => read(listRevisionSecrets, { params: { agentId, buildId } });

/** The team's shared logins and one's own, by domain. */
export const loginsRead = (teamId: string, userId: string) => read(listCredentials, { params: { teamId, userId } });

export const loginUsesRead = (params: { teamId: string; userId: string; id: string }) => read(listCredentialUses, { params });

export const loginDeletionRead = (params: { teamId: string; userId: string; id: string }) => read(previewCredentialDeletion, { params });

export const revisionLoginsRead = (agentId: string, buildId: string) => read(listRevisionLogins, { params: { agentId, buildId } });

/** What was typed for a connection that is not there yet. */
export const newConnectionDraft = (teamId: string, slotId?: string) =>
  slotId === undefined ? `connection-${teamId}-new` : `connection-${teamId}-new-${slotId}`;

export const connectionsPerPage = 50;

/** The team's shared connections and one's own, by name. */
export function connectionsRead(teamId: string, { offset = 0, ...search }: SearchOf<typeof connectionList> & { offset?: number }) {
  const query = { limit: connectionsPerPage, offset, ...requestOf(connectionList, search) };
  return read(listConnections, { params: { teamId }, query }, { keepPrevious: true });
}

/** One of them, also one of another team, which has no page of its own here. */
export const listedConnectionRead = (teamId: string, connection_id: string) =>
  read(listConnections, { params: { teamId }, query: { limit: 1, connection_id } });

export const connectionRead = (connection_id: string) => read(getConnection, { params: { connection_id } });

/** Asks the connection's server. */
export const connectionToolsRead = (connection_id: string) => read(listConnectionTools, { params: { connection_id } });

export const connectionHeadersRead = (connection_id: string) => read(getConnectionCredentials, { params: { connection_id } });

export const connectionUsesRead = (connection_id: string) => read(listConnectionUses, { params: { connection_id } });

export const connectionDeletionRead = (connection_id: string) => read(previewConnectionDeletion, { params: { connection_id } });

/** The other teams that use it. */
export const connectionGrantsRead = (connection_id: string) => read(listConnectionGrants, { params: { connection_id } });

export const grantRevocationRead = (connection_id: string, team_id: string) =>
  read(previewConnectionGrantRevocation, { params: { connection_id, team_id } });

export const givingUpRead = (teamId: string, connection_id: string) =>
  read(previewGivingUpConnectionGrant, { params: { teamId, connection_id } });

export const connectionSharingRead = (orgId: string) => read(getConnectionSharing, { params: { orgId } });

/** What revisions can connect to: the kinds of the catalog, and the team's own. */
export const integrationsRead = (teamId: string) => read(listIntegrations, { params: { teamId } });

export const integrationDeletionRead = (custom_integration_id: string) =>
  read(previewCustomIntegrationDeletion, { params: { custom_integration_id } });

export const revisionSlotsRead = (agent_id: string, build_id: string) => read(listRevisionIntegrations, { params: { agent_id, build_id } });

/** The slots of a revision that take connections, and what people have pinned. */
export const revisionConnectionsRead = (agent_id: string, build_id: string) =>
  read(listRevisionConnections, { params: { agent_id, build_id } });

/** The tools of a slot as they were listed last, and what runs may do with each. */
export const slotToolsRead = (params: { agent_id: string; build_id: string; integration_id: string }) => read(listSlotTools, { params });
