import { read } from "#api/query.ts";
import { listRevisionSecrets, listSecretUses, listSecrets } from "#contract/connections/secrets.ts";

/** The team's shared secrets and one's own, by name. */
export const secretsRead = (teamId: string) => read(listSecrets, { params: { teamId } });

export const secretUsesRead = (id: string) => read(listSecretUses, { params: { id } });

export const revisionSecretsRead = (agentId: string, buildId: string) => read(listRevisionSecrets, { params: { agentId, buildId } });
