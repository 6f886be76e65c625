import { pathTo } from "#api/path-to.ts";
import { revisionStates } from "#api/states/revision-states.ts";
import type { CredentialUses } from "#contract/connections/credential-uses.ts";
import { whySuspended } from "#contract/connections/suspension-words.ts";
import { AnyLink } from "#ui/link.tsx";
import { Status } from "#ui/status.tsx";

interface RevisionUsesProps extends CredentialUses {
  teamId: string;
  /** The tab of a revision where it is attached. */
  tab: "secrets" | "logins" | "connections";
}

/** The revisions whose runs get a secret, a login or a connection; nothing where there are none. */
export function RevisionUses({ teamId, uses, total, tab }: RevisionUsesProps) {
  if (total === 0) return null;
  return (
    <div>
      <p className="mb-1 text-ink-2">{total === 1 ? "One revision uses it:" : `${total.toLocaleString("en")} revisions use it:`}</p>
      <ul aria-label="Revisions that use it" className="max-h-40 overflow-y-auto">
        {uses.map((use) => (
          <li key={use.build_id} className="flex flex-wrap items-center gap-x-2 py-0.5">
            <AnyLink
              link={pathTo(
                "/t/$teamId/agents/$agentId/revisions/$buildId",
                { teamId, agentId: use.agent_id, buildId: use.build_id },
                { tab },
              )}
              className="min-w-0 truncate text-accent-ink underline underline-offset-2"
            >
              {use.agent_name}, revision {use.revision_number}
            </AnyLink>
            <Status {...revisionStates[use.status]} />
            {use.suspended ? (
              <p className="basis-full text-waiting">
                Suspended: {whySuspended(use.suspended, true)}{" "}
                <AnyLink
                  link={pathTo("/t/$teamId/agents/$agentId/revisions/$buildId", {
                    teamId,
                    agentId: use.agent_id,
                    buildId: use.build_id,
                  })}
                  aria-label={`Review and agree: ${use.agent_name}, revision ${use.revision_number}`}
                  className="font-medium underline underline-offset-2"
                >
                  Review and agree
                </AnyLink>
              </p>
            ) : null}
          </li>
        ))}
      </ul>
      {total > uses.length ? <p className="text-ink-3">and {(total - uses.length).toLocaleString("en")} more</p> : null}
    </div>
  );
}
