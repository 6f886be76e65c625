import { useQuery } from "@tanstack/react-query";
import { pathTo } from "#api/path-to.ts";
import { useSession } from "#api/session.ts";
import type { Listener } from "#contract/schedules/webhook-source-events.ts";
import type { WebhookSource } from "#contract/schedules/webhook-sources.ts";
import { sourcePaused, wantedInWords } from "#features/schedules/triggers/trigger-words.ts";
import { counted } from "#ui/counted.ts";
import { AnyLink } from "#ui/link.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Status } from "#ui/status.tsx";
import { sourceEventsRead } from "./queries.ts";

/** The triggers that listen to a source, each with the agent that it starts. */
export function SourceListeners({ source }: { source: WebhookSource }) {
  const found = useQuery(sourceEventsRead(source.id, 0));
  // The list of events is the same read, and says so.
  if (found.isError && !found.data) return null;
  return (
    <section aria-label="Triggers">
      <h3 className="mb-2 font-semibold">Triggers</h3>
      <Loaded query={found} what="the triggers of this source" inline>
        {({ listeners }) => (
          <>
            {listeners.length > 0 ? (
              <ul className="divide-y divide-line rounded-md border border-line text-sm">
                {listeners.map((listener) => (
                  <Listens key={listener.trigger_id} source={source} listener={listener} />
                ))}
              </ul>
            ) : null}
            <Others source={source} shown={listeners} />
          </>
        )}
      </Loaded>
    </section>
  );
}

function Listens({ source, listener }: { source: WebhookSource; listener: Listener }) {
  const { agent_id: agentId, agent_name, user_id, user_name, enabled, filter_config } = listener;
  const own = useSession().user.id === user_id;
  const wanted = wantedInWords(filter_config);
  return (
    <li className="px-3 py-2">
      <div className="flex items-center gap-x-3">
        <AnyLink
          // The agent's page has one's own triggers only.
          link={pathTo("/t/$teamId/agents/$agentId", { teamId: source.team_id, agentId }, own ? { tab: "events" } : {})}
          className="min-w-0 flex-1 truncate font-medium text-accent-ink hover:underline"
        >
          {agent_name}
        </AnyLink>
        <Status {...(!enabled ? paused : source.enabled ? active : sourcePaused)} />
      </div>
      <p className="mt-0.5 break-words text-ink-2">
        {wanted.length === 0 ? "Every event" : `Only ${wanted.join(", ")}`}, for {own ? "you" : user_name}
      </p>
    </li>
  );
}

const active = { look: "live", word: "Active" } as const;
const paused = { look: "idle", word: "Paused" } as const;

/** The triggers that are counted and not shown: there are too many, or they are other people's. */
function Others({ source, shown }: { source: WebhookSource; shown: readonly Listener[] }) {
  const others = source.triggers - shown.filter(({ enabled }) => enabled).length;
  if (others > 0)
    return (
      <p className="mt-2 text-sm text-ink-2">
        {shown.length > 0
          ? counted(others, "more trigger listens.", "more triggers listen.")
          : counted(others, "trigger of somebody else listens.", "triggers of other people listen.")}
      </p>
    );
  return shown.length > 0 ? null : <p className="text-sm text-ink-2">No triggers yet, so events do not start runs.</p>;
}
