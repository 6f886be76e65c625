import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useMay } from "#api/roles.ts";
import { useTeam } from "#api/session.ts";
import type { Connection } from "#contract/connections/connections.ts";
import { type ConnectionGrant, grantConnection } from "#contract/connections/grants.ts";
import { connectionGrantsRead } from "#features/connections/queries.ts";
import { usedBy } from "#features/connections/connection-words.ts";
import { Button } from "#ui/button.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { GrantDialog } from "./grant-dialog.tsx";
import { RevokeGrant } from "./revoke-grant.tsx";

/** The other teams of the organization that use a shared connection, and who stops when it is taken from one. */
export function ConnectionGrants({ connection }: { connection: Connection }) {
  const query = useQuery(connectionGrantsRead(connection.id));
  const manages = useMay(grantConnection, connection);
  const inOrganization = useTeam()?.organization_id !== null;
  const [granting, setGranting] = useState(false);
  const [revoked, setRevoked] = useState<ConnectionGrant>();
  if (!inOrganization) return null;
  return (
    <section aria-labelledby="other-teams" className="border-t border-line p-4">
      <h2 id="other-teams" className="mb-2 font-semibold">
        Used by other teams
      </h2>
      <Loaded inline query={query} what="the other teams that use it" skeleton={<Skeleton className="h-5 w-40" />}>
        {({ enabled, grants }) => (
          <div className="flex flex-col items-start gap-3 text-sm">
            {grants.length > 0 ? (
              <ul aria-label="Other teams that use it" className="w-full">
                {grants.map((grant) => (
                  <Granted key={grant.team_id} grant={grant} onRevoke={manages ? () => setRevoked(grant) : undefined} />
                ))}
              </ul>
            ) : null}
            {enabled ? (
              grants.length === 0 ? (
                <p className="text-ink-2">No other team uses it.</p>
              ) : null
            ) : (
              <p className="text-ink-2">
                Sharing connections between teams is off in this organization.
                {grants.length > 0 ? " Nothing runs with it elsewhere." : null} An administrator can allow it in the organization’s
                settings.
              </p>
            )}
            {enabled && manages ? (
              <Button size="sm" icon={Plus} onClick={() => setGranting(true)}>
                Let a team use it
              </Button>
            ) : null}
            <GrantDialog connection={connection} grants={grants} open={granting} onClose={() => setGranting(false)} />
          </div>
        )}
      </Loaded>
      <RevokeGrant connection={connection} grant={revoked} onClose={() => setRevoked(undefined)} />
    </section>
  );
}

function Granted({ grant, onRevoke }: { grant: ConnectionGrant; onRevoke: (() => void) | undefined }) {
  const uses = usedBy(grant);
  return (
    <li className="flex items-center gap-3 py-1">
      <div className="min-w-0 flex-1">
        <p className="break-words">{grant.team_name}</p>
        <p className="text-ink-3">{grant.all_agents === 0 ? "No agent yet" : uses}</p>
      </div>
      {onRevoke ? (
        <Button size="sm" tone="quiet" onClick={onRevoke}>
          Revoke<span className="sr-only"> from {grant.team_name}</span>
        </Button>
      ) : null}
    </li>
  );
}
