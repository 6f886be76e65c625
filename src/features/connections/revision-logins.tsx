import { useQuery } from "@tanstack/react-query";
import { UserKey } from "lucide-react";
import { pathTo } from "#api/path-to.ts";
import { read, useWrite } from "#api/query.ts";
import { useSession } from "#api/session.ts";
import { type AttachedLogin, attachRevisionLogin, detachRevisionLogin, type ListedLogin } from "#contract/connections/logins.ts";
import { getCapabilities } from "#contract/teams/capabilities.ts";
import { AnyLink } from "#ui/link.tsx";
import { loginsRead, revisionLoginsRead } from "./queries.ts";
import { type Attachable, RevisionCredentials, type RevisionPanelProps } from "./revision-credentials.tsx";

/** The logins that a revision's runs may sign in with. */
export function RevisionLogins({ teamId, agentId, buildId, mayEdit }: RevisionPanelProps) {
  const { user } = useSession();
  const attached = useQuery({ ...revisionLoginsRead(agentId, buildId), select: asAttachable });
  const choices = useQuery({ ...loginsRead(teamId, user.id), select: asAttachable });
  const attach = useWrite(attachRevisionLogin);
  const detach = useWrite(detachRevisionLogin);
  const browser = useQuery(read(getCapabilities)).data?.browser;
  const params = { agentId, buildId };
  return (
    <RevisionCredentials
      attached={attached}
      choices={choices}
      mayEdit={mayEdit}
      busy={attach.isPending || detach.isPending}
      attach={(exposedCredentialId) => attach.mutateAsync({ params, body: { exposedCredentialId } })}
      detach={(exposedCredentialId) => detach.mutateAsync({ params: { ...params, exposedCredentialId } })}
      words={{
        icon: UserKey,
        plural: "logins",
        label: "Attach a login",
        placeholder: "Domain of a login",
        hint: (
          <>
            {browser === undefined || browser.available
              ? "From the next run on, the agent gets a browser. Each login is entered only on its own host."
              : `This installation has no browser, so agents cannot sign in: ${browser.reason} ${browser.remedy}`}{" "}
            Manage logins under{" "}
            <AnyLink link={pathTo("/t/$teamId/logins", { teamId })} className="text-accent-ink underline underline-offset-2">
              Connections
            </AnyLink>
            .
          </>
        ),
        none: "Runs of this revision have no browser and no logins.",
      }}
    />
  );
}

function asAttachable(logins: readonly (AttachedLogin | ListedLogin)[]): Attachable[] {
  return logins.map(({ id, domain, username, user_id }) => ({ id, title: domain, note: username ?? "", personal: user_id !== null }));
}
