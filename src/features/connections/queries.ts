import { read } from "#api/query.ts";
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
