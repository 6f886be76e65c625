import { hashKey, useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useEffect, useSyncExternalStore } from "react";
import type { ReadKey } from "#api/query.ts";
import type { getAgent } from "#contract/agents/agents.ts";
import type { getAutomation } from "#contract/agents/automations.ts";
import type { EndpointSpec, Reply } from "#contract/endpoint.ts";
import type { getQueue } from "#contract/queues/queues.ts";
import type { getRunDetails } from "#contract/runs/runs.ts";

/** The read of what an address names, as its pages make it, and how it says its team. */
interface Home {
  readonly key: readonly unknown[];
  readonly teamIn: (data: unknown) => string;
}

function home<E extends EndpointSpec>(key: ReadKey<E>, teamIn: (reply: Reply<E>) => string): Home {
  return { key, teamIn: (data) => teamIn(data as Reply<E>) };
}

/** A case is found by its queue. Files have no address but their team's. */
function homeOf({ agentId, automationId, queueId, runId }: Partial<Record<string, string>>): Home | undefined {
  if (agentId) return home<typeof getAgent>([["agent"], "getAgent", { params: { agent_id: agentId } }], ({ agent }) => agent.team_id);
  if (runId)
    return home<typeof getRunDetails>(
      [["run", "run_message", "human_request"], "getRunDetails", { params: { run_id: runId } }],
      ({ run }) => run.team_id,
    );
  if (queueId) return home<typeof getQueue>([["queue"], "getQueue", { params: { queue_id: queueId } }], ({ queue }) => queue.team_id);
  if (automationId)
    return home<typeof getAutomation>(
      [["automation"], "getAutomation", { params: { automation_id: automationId } }],
      ({ automation }) => automation.team_id,
    );
  return undefined;
}

/**
 * The team of what the address names, where the page has read that it is another than `teamId`: things move, and old addresses stay around.
 * What was known before somebody came here, at `since`, may be what the move has overtaken: it is asked again.
 */
export function useOtherTeam(teamId: string, since: number): string | undefined {
  const client = useQueryClient();
  const named = homeOf(useParams({ strict: false }));
  const cache = client.getQueryCache();
  const state = useSyncExternalStore(
    (changed) => cache.subscribe(changed),
    () => (named ? cache.get(hashKey(named.key))?.state : undefined),
  );
  const settled = state?.data !== undefined && state.fetchStatus === "idle" && !state.isInvalidated;
  const said = named && settled ? named.teamIn(state.data) : undefined;
  const other = said === teamId ? undefined : said;
  const old = other !== undefined && state !== undefined && state.dataUpdatedAt < since;
  const hash = named && hashKey(named.key);
  useEffect(() => {
    if (old) void client.invalidateQueries({ predicate: ({ queryHash }) => queryHash === hash });
  }, [client, old, hash]);
  return old ? undefined : other;
}
