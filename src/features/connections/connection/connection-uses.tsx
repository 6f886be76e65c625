import { useQuery } from "@tanstack/react-query";
import { pathTo } from "#api/path-to.ts";
import type { ConnectionListener } from "#contract/connections/connection-uses.ts";
import { isMailbox } from "#contract/connections/connection-words.ts";
import type { Connection } from "#contract/connections/connections.ts";
import { connectionUsesRead } from "#features/connections/queries.ts";
import { RevisionUses } from "#features/connections/revision-uses.tsx";
import { counted } from "#ui/counted.ts";
import { AnyLink } from "#ui/link.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

/** What a team has a connection for: revisions whose runs get it, and agents that start by what happens there. */
export function ConnectionUses({ teamId, connection }: { teamId: string; connection: Connection }) {
  const unused = isMailbox(connection.server_url)
    ? "No agent listens to it."
    : "No revision uses it, and no agent listens to it. Attach it on the “Connections” tab of a revision.";
  return (
    <div className="flex flex-col gap-3 text-sm">
      <Loaded
        inline
        query={useQuery(connectionUsesRead(connection.id))}
        what="where it is used"
        skeleton={<Skeleton className="h-5 w-40" />}
      >
        {({ uses, total, listeners, total_listeners }) =>
          total + total_listeners === 0 ? (
            <p className="text-ink-2">{unused}</p>
          ) : (
            <>
              <RevisionUses {...{ teamId, uses, total }} tab="connections" />
              <Listeners {...{ teamId, listeners }} total={total_listeners} />
            </>
          )
        }
      </Loaded>
    </div>
  );
}

function Listeners({ teamId, listeners, total }: { teamId: string; listeners: readonly ConnectionListener[]; total: number }) {
  if (total === 0) return null;
  return (
    <div>
      <p className="mb-1 text-ink-2">{total === 1 ? "One agent listens to it:" : `${total.toLocaleString("en")} agents listen to it:`}</p>
      <ul aria-label="Agents that listen to it" className="max-h-40 overflow-y-auto">
        {listeners.map((listener) => (
          <li key={listener.agent_id} className="flex flex-wrap items-center gap-x-2 py-0.5">
            <AnyLink
              link={pathTo("/t/$teamId/agents/$agentId", { teamId, agentId: listener.agent_id }, { tab: "events" })}
              className="min-w-0 truncate text-accent-ink underline underline-offset-2"
            >
              {listener.agent_name}
            </AnyLink>
            <span className="text-ink-3">{triggersOf(listener)}</span>
          </li>
        ))}
      </ul>
      {total > listeners.length ? <p className="text-ink-3">and {(total - listeners.length).toLocaleString("en")} more</p> : null}
    </div>
  );
}

/** As in "2 event triggers, 1 paused". */
function triggersOf({ triggers, active }: ConnectionListener): string {
  const paused = triggers - active;
  const all = counted(triggers, "event trigger", "event triggers");
  if (paused === 0) return all;
  return active === 0 ? `${all}, paused` : `${all}, ${paused} paused`;
}
