import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { onlyContributes } from "#contract/roles.ts";
import type { LiveEvent, streamEvents as StreamEvents } from "#contract/runs/live.ts";
import { addressOf, wireOnly } from "./client.ts";
import type { StreamState } from "./event-stream.ts";
import { followTeam, isLive } from "./live-line.ts";
import { useSession } from "./session.ts";
import { sessionQuery } from "./session-query.ts";

export type { LiveEvent };
export type LiveStatus = StreamState;

const streamEvents = wireOnly<typeof StreamEvents>({
  name: "streamEvents",
  method: "GET",
  path: "/v2/teams/{teamId}/events",
  reads: [],
});

let status: LiveStatus = "connecting";
const statusReaders = new Set<() => void>();
const eventReaders = new Set<(events: readonly LiveEvent[]) => void>();

function setStatus(next: LiveStatus): void {
  if (next === status) return;
  status = next;
  for (const reader of statusReaders) reader();
}

/** Whether changes arrive by themselves. Anything but `live` is a reason to poll. */
export function useLiveStatus(): LiveStatus {
  return useSyncExternalStore(subscribeStatus, () => status);
}
function subscribeStatus(reader: () => void): () => void {
  statusReaders.add(reader);
  return () => statusReaders.delete(reader);
}

/** Calls `reader` with what happened, at most four times a second. For screens that count news instead of moving rows. */
export function useLiveEvents(reader: (events: readonly LiveEvent[]) => void): void {
  useEffect(() => {
    eventReaders.add(reader);
    return () => {
      eventReaders.delete(reader);
    };
  }, [reader]);
}

/**
 * Keeps the reads of a team fresh while mounted. One tab of the browser holds the line and tells the others. A read with
 * `meta: {live: false}` is left as they were.
 */
export function useLive(teamId: string): void {
  const client = useQueryClient();
  const { user, kind, teams } = useSession();
  const team = teams.find(({ id }) => id === teamId);
  // What happens in the team is not for whoever only contributes: what they are asked is read again from time to time.
  const hears = team !== undefined && !onlyContributes(team.role);
  useEffect(() => {
    if (!hears) return undefined;
    const stop = new AbortController();
    let looking = Promise.resolve(true);
    followTeam(client, stop.signal, {
      name: `caseload.live.${kind}.${user.id}.${teamId}`,
      url: (sinceMs) => addressOf(streamEvents, { params: { teamId }, query: { since_ms: sinceMs } }),
      onStatus: setStatus,
      onEvents: (events) => {
        for (const reader of eventReaders) reader(events);
        if (events.some(({ topic }) => topic === "access")) looking = lookAgain(client, teamId);
      },
      goesOn: () => looking,
    });
    return () => stop.abort();
  }, [client, hears, kind, user.id, teamId]);
}

/**
 * After a change of what the person may do: first who they are now, then, if they are still in the team, all that it showed them. Returns whether
 * they are.
 */
async function lookAgain(client: QueryClient, teamId: string): Promise<boolean> {
  const known = () => client.getQueryData(sessionQuery.queryKey);
  const before = known();
  const session = await client.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => undefined);
  if (!session?.teams.some(({ id }) => id === teamId)) return session === undefined;
  // A service that has begun of late says of everything that it may have changed. Equal answers are kept as one object.
  if (known() === before) return true;
  void client.invalidateQueries({ predicate: isLive });
  return true;
}
