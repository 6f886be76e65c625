import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { pathTo } from "#api/path-to.ts";
import { useWrite } from "#api/query.ts";
import { attachRevisionSecret, detachRevisionSecret, type Secret } from "#contract/connections/secrets.ts";
import { AnyLink } from "#ui/link.tsx";
import { revisionSecretsRead, secretsRead } from "./queries.ts";
import { type Attachable, RevisionCredentials, type RevisionPanelProps } from "./revision-credentials.tsx";

/** The secrets that programs of a revision's runs find in their environment. */
export function RevisionSecrets({ teamId, agentId, buildId, mayEdit }: RevisionPanelProps) {
  const attached = useQuery({ ...revisionSecretsRead(agentId, buildId), select: asAttachable });
  const choices = useQuery({ ...secretsRead(teamId), select: asAttachable });
  const attach = useWrite(attachRevisionSecret);
  const detach = useWrite(detachRevisionSecret);
  const params = { agentId, buildId };
  return (
    <RevisionCredentials
      attached={attached}
      choices={choices}
      mayEdit={mayEdit}
      busy={attach.isPending || detach.isPending}
      attach={(credentialId) => attach.mutateAsync({ params, body: { credentialId } })}
      detach={(credentialId) => detach.mutateAsync({ params: { ...params, credentialId } })}
      words={{
        icon: KeyRound,
        plural: "secrets",
        label: "Attach a secret",
        placeholder: "Name of a secret",
        hint: (
          <>
            From the next run on, this revision’s programs get its variables. Manage secrets under{" "}
            <AnyLink link={pathTo("/t/$teamId/secrets", { teamId })} className="text-accent-ink underline underline-offset-2">
              Connections
            </AnyLink>
            .
          </>
        ),
        none: "Runs of this revision get no secrets.",
      }}
    />
  );
}

function asAttachable(secrets: readonly Secret[]): Attachable[] {
  return secrets.map(({ id, name, env_var_keys: keys, user_id }) => ({
    id,
    title: name,
    note: keys.join(", "),
    personal: user_id !== null,
  }));
}
