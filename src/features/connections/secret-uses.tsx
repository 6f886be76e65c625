import { useQuery } from "@tanstack/react-query";
import type { Secret } from "#contract/connections/secrets.ts";
import { CredentialUses } from "./credential-uses.tsx";
import { secretUsesRead } from "./queries.ts";

export function SecretUses({ teamId, secret }: { teamId: string; secret: Secret }) {
  return <CredentialUses teamId={teamId} query={useQuery(secretUsesRead(secret.id))} tab={{ value: "secrets", label: "Secrets" }} />;
}
