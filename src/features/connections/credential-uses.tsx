import { pathTo } from "#api/path-to.ts";
import { revisionStates } from "#api/states/revision-states.ts";
import type { CredentialUses as Uses } from "#contract/connections/credential-uses.ts";
import { whySuspended } from "#contract/connections/suspension-words.ts";
import { AnyLink } from "#ui/link.tsx";
import { Loaded, type LoadedQuery } from "#ui/loaded.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Status } from "#ui/status.tsx";

interface CredentialUsesProps {
  teamId: string;
  query: LoadedQuery<Uses>;
  /** The tab of a revision where it is attached. */
  tab: { value: "secrets" | "logins" | "connections"; label: string };
}

/** The revisions whose runs get a secret, a login or a connection. */
export function CredentialUses({ teamId, query, tab }: CredentialUsesProps) {
  return (
    <div className="mb-4 text-sm">
      <Loaded inline query={query} what="where it is used" skeleton={<Skeleton className="h-5 w-40" />}>
        {({ uses: list, total }) =>
          total === 0 ? (
            <p className="text-ink-2">No revision uses it. Attach it on the “{tab.label}” tab of a revision.</p>
          ) : (
            <>
              <p className="mb-1 text-ink-2">{total === 1 ? "One revision uses it:" : `${total.toLocaleString("en")} revisions use it:`}</p>
              <ul aria-label="Revisions that use it" className="max-h-40 overflow-y-auto">
                {list.map((use) => (
                  <li key={use.build_id} className="flex flex-wrap items-center gap-x-2 py-0.5">
                    <AnyLink
                      link={pathTo(
                        "/t/$teamId/agents/$agentId/revisions/$buildId",
                        { teamId, agentId: use.agent_id, buildId: use.build_id },
                        { tab: tab.value },
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
              {total > list.length ? <p className="text-ink-3">and {(total - list.length).toLocaleString("en")} more</p> : null}
            </>
          )
        }
      </Loaded>
    </div>
  );
}
