import { useQuery } from "@tanstack/react-query";
import type { Secret } from "#contract/connections/secrets.ts";
import { AnyLink } from "#ui/link.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Status } from "#ui/status.tsx";
import { secretUsesRead } from "./queries.ts";

/** The revisions whose runs get the secret. */
export function SecretUses({ teamId, secret }: { teamId: string; secret: Secret }) {
  const uses = useQuery(secretUsesRead(secret.id));
  return (
    <div className="mb-4 text-sm">
      <Loaded inline query={uses} what="where it is used" skeleton={<Skeleton className="h-5 w-40" />}>
        {({ uses: list, total }) =>
          total === 0 ? (
            <p className="text-ink-2">No revision uses it. Attach it on the tab “Secrets” of a revision.</p>
          ) : (
            <>
              <p className="mb-1 text-ink-2">{total === 1 ? "One revision uses it:" : `${total.toLocaleString("en")} revisions use it:`}</p>
              <ul aria-label="Revisions that use it" className="max-h-40 overflow-y-auto">
                {list.map((use) => (
                  <li key={use.build_id} className="flex items-center gap-2 py-0.5">
                    <AnyLink
                      link={`/t/${teamId}/agents/${use.agent_id}/revisions/${use.build_id}?tab=secrets`}
                      className="min-w-0 truncate text-accent-ink underline underline-offset-2"
                    >
                      {use.agent_name}, revision {use.revision_number}
                    </AnyLink>
                    <Status value={use.status} />
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
