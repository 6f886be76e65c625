import { useQuery } from "@tanstack/react-query";
import { Plug } from "lucide-react";
import { pathTo } from "#api/path-to.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { AnyLink } from "#ui/link.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { ScrollColumn } from "#ui/scroll-column.tsx";
import { AddSlot, forQueues } from "./add-slot.tsx";
import { revisionConnectionsRead, revisionSlotsRead } from "./queries.ts";
import type { RevisionPanelProps } from "./revision-credentials.tsx";
import { RevisionSlot } from "./revision-slot.tsx";

/** What a revision connects to, and which connections the runs of the person who looks use for it. */
export function RevisionConnections(props: RevisionPanelProps) {
  const { teamId, agentId, buildId, mayEdit } = props;
  const slots = useQuery(revisionSlotsRead(agentId, buildId));
  const states = useQuery(revisionConnectionsRead(agentId, buildId));
  return (
    <ScrollColumn gap="sm">
      <Loaded query={slots} what="what this revision connects to" needs="Member">
        {({ integrations }) => {
          const own = integrations.filter(({ integration_type: type }) => !forQueues(type));
          return (
            <>
              {mayEdit ? <AddSlot {...props} slots={own} /> : null}
              {own.length === 0 ? (
                <EmptyState inline icon={Plug} title="No connections are used">
                  This revision does not use any connections.
                </EmptyState>
              ) : (
                own.map((slot) => (
                  <RevisionSlot
                    key={slot.id}
                    {...props}
                    slot={slot}
                    states={{ ...states, data: states.data?.slots.find(({ slot_id }) => slot_id === slot.id) }}
                  />
                ))
              )}
              <p className="text-sm text-ink-2">
                Each person chooses connections for the runs that they start. Manage them under{" "}
                <AnyLink link={pathTo("/t/$teamId/connections", { teamId })} className="text-accent-ink underline underline-offset-2">
                  Connections
                </AnyLink>
                .
              </p>
            </>
          );
        }}
      </Loaded>
    </ScrollColumn>
  );
}
