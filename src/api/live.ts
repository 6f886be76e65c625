import { type Query, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import type { LiveEvent, streamEvents as StreamEvents } from "#contract/runs/live.ts";
import { idIn, type Topic, topicRules } from "#contract/topics.ts";
import { addressOf, wireOnly } from "./client.ts";
import { openStream, type StreamState } from "./event-stream.ts";
import { useSession } from "./session.ts";
import { type Key, readAgain } from "./stale.ts";

export type { LiveEvent };
export type LiveStatus = StreamState;

/** Milliseconds between two reads for a topic: work on a busy queue would take the whole quota of who looks on. */
const pauses: Partial<Record<Topic, number>> = { queue: 2000, case: 2000, team_job: 1000, case_job: 1000 };

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
 * `meta: {live: false}` is left alone.
 */
export function useLive(teamId: string): void {
  const client = useQueryClient();
  const { user, kind } = useSession();
  useEffect(() => {
    const stop = new AbortController();
    const channel = new BroadcastChannel(`caseload.live.${kind}.${user.id}.${teamId}`);
    const arrive = coalesce(client, stop.signal);
    const tell = (message: ChannelMessage) => channel.postMessage(message);
    let leading = false;

    channel.onmessage = ({ data }: MessageEvent<ChannelMessage>) => {
      if (data.kind === "event") arrive(data.event);
      else if (data.kind === "status") setStatus(data.status);
      else if (data.kind === "resumed") refetchAll(client);
      else if (leading) tell({ kind: "status", status });
    };
    tell({ kind: "hello" });

    const lead = async () => {
      leading = true;
      await openStream(addressOf(streamEvents, { params: { teamId } }), stop.signal, {
        onState: (state, resumed) => {
          setStatus(state);
          tell({ kind: "status", status: state });
          if (resumed) {
            refetchAll(client);
            tell({ kind: "resumed" });
          }
        },
        onData: (data) => {
          const event = data as LiveEvent;
          if (!(event.topic in topicRules)) return;
          arrive(event);
          tell({ kind: "event", event });
        },
      });
    };
    navigator.locks.request(channel.name, { signal: stop.signal }, lead).catch(() => undefined);
    return () => {
      stop.abort();
      channel.close();
    };
  }, [client, kind, user.id, teamId]);
}

type ChannelMessage =
  | { kind: "event"; event: LiveEvent }
  | { kind: "status"; status: LiveStatus }
  | { kind: "resumed" }
  | { kind: "hello" };

function coalesce(client: QueryClient, signal: AbortSignal): (event: LiveEvent) => void {
  let arrived: LiveEvent[] = [];
  let resting: LiveEvent[] = [];
  const readAt = new Map<Topic, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  signal.addEventListener("abort", () => clearTimeout(timer));
  const flush = () => {
    timer = undefined;
    const now = performance.now();
    const rests = ({ topic }: LiveEvent) => now < (readAt.get(topic) ?? Number.NEGATIVE_INFINITY) + (pauses[topic] ?? 0);
    const due = [...resting, ...arrived].filter((event) => !rests(event));
    resting = [...resting, ...arrived].filter(rests);
    const told = arrived;
    arrived = [];
    for (const { topic } of due) readAt.set(topic, now);
    readAgain(client, (key, query) => isLive(query) && due.some((one) => concerns(one, key)));
    if (told.length > 0) for (const reader of eventReaders) reader(told);
    if (resting.length > 0) timer = setTimeout(flush, 250);
  };
  return (event) => {
    arrived.push(event);
    timer ??= setTimeout(flush, 250);
  };
}

/** Whether the read could have changed: lists always, a single object only when the event is about it. */
function concerns({ topic, id }: LiveEvent, [reads, , input]: Key): boolean {
  if (!reads.includes(topic)) return false;
  const named = idIn(topic, input?.params);
  return named === undefined || id === "*" || named === id;
}

function refetchAll(client: QueryClient): void {
  readAgain(client, ([reads], query) => reads.length > 0 && isLive(query));
}

export function isLive(query: Query): boolean {
  return query.meta?.["live"] !== false;
}
