import type { CredentialUses as Uses } from "#contract/connections/credential-uses.ts";
import { Loaded, type LoadedQuery } from "#ui/loaded.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { RevisionUses } from "./revision-uses.tsx";

interface CredentialUsesProps {
  teamId: string;
  query: LoadedQuery<Uses>;
  /** The tab of a revision where it is attached. */
  tab: { value: "secrets" | "logins"; label: string };
}

/** The revisions whose runs get a secret or a login. */
export function CredentialUses({ teamId, query, tab }: CredentialUsesProps) {
  return (
    <div className="mb-4 text-sm">
      <Loaded inline query={query} what="where it is used" skeleton={<Skeleton className="h-5 w-40" />}>
        {({ uses, total }) =>
          total === 0 ? (
            <p className="text-ink-2">No revision uses it. Attach it on the “{tab.label}” tab of a revision.</p>
          ) : (
            <RevisionUses {...{ teamId, uses, total }} tab={tab.value} />
          )
        }
      </Loaded>
    </div>
  );
}
