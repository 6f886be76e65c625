import { useQuery } from "@tanstack/react-query";
import { Unplug } from "lucide-react";
import { useSession } from "#api/session.ts";
import type { Connection } from "#contract/connections/connections.ts";
import type { RunDetails } from "#contract/runs/run.ts";
import { brokenWords } from "./connection-words.ts";
import { revisionConnectionsRead } from "./queries.ts";
import { Reconnect } from "./reconnect.tsx";

/** Which connections of the person of a run broke before it ended, as long as they are broken. */
export function RunConnections({ run }: { run: RunDetails }) {
  const { user } = useSession();
  const mine = run.user_id === user.id && !run.agent_deleted;
  const { data } = useQuery({ ...revisionConnectionsRead(run.agent_id, run.build_id), enabled: mine });
  const met = new Map(data?.slots.flatMap(({ pinned }) => pinned.filter((each) => metBy(run, each)).map((each) => [each.id, each])));
  if (met.size === 0) return null;
  return (
    <section aria-label="Connections of this run" className="mx-3 my-1 divide-y divide-line rounded-md border border-waiting">
      {[...met.values()].map((connection) => (
        <div key={connection.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2">
          <Unplug size={16} strokeWidth={1.75} aria-hidden className="shrink-0 text-waiting" />
          <p className="min-w-0 flex-1 basis-48 break-words">
            <span className="font-medium">{connection.name}</span> {brokenWords(connection)}
          </p>
          <Reconnect connection={connection} />
        </div>
      ))}
    </section>
  );
}

function metBy({ completed_at }: RunDetails, { broken_at }: Connection): boolean {
  return broken_at !== null && (completed_at === null || broken_at <= completed_at);
}
