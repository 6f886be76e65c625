import type { Query, QueryClient } from "@tanstack/react-query";
import type { LiveEvent } from "#contract/runs/live.ts";
import { idIn, liveTopics, type Topic, topicRules } from "#contract/topics.ts";
import { openStream, type StreamState } from "./event-stream.ts";
import { type Key, readAgain } from "./stale.ts";

interface Line {
  /** Of the line that all tabs of the browser share. */
  readonly name: string;
  readonly url: string;
  readonly onStatus: (status: StreamState) => void;
  /** At most four times a second. */
  readonly onEvents: (events: readonly LiveEvent[]) => void;
}

type ChannelMessage =
  | { kind: "event"; event: LiveEvent }
  | { kind: "status"; status: StreamState }
  | { kind: "resumed" }
  | { kind: "hello" };

/** Milliseconds between two reads for a topic: work on a busy queue would take the whole quota of who looks on. */
const pauses: Partial<Record<Topic, number>> = { queue: 2000, case: 2000, team_job: 1000, case_job: 1000 };

/** Keeps the reads of a team fresh until `signal` aborts. One tab of the browser holds the line and tells the others. */
export function followTeam(client: QueryClient, signal: AbortSignal, { name, url, onStatus, onEvents }: Line): void {
  const channel = new BroadcastChannel(name);
  const arrive = coalesce(client, signal, onEvents);
  const tell = (message: ChannelMessage) => channel.postMessage(message);
  let leading = false;
  let status: StreamState = "connecting";

  channel.onmessage = ({ data }: MessageEvent<ChannelMessage>) => {
    if (data.kind === "event") arrive(data.event);
    else if (data.kind === "status") onStatus(data.status);
    else if (data.kind === "resumed") refetchAll(client);
    else if (leading) tell({ kind: "status", status });
  };
  tell({ kind: "hello" });
  signal.addEventListener("abort", () => channel.close());

  const lead = async () => {
    leading = true;
    await openStream(url, signal, {
      onState: (state, resumed) => {
        status = state;
        onStatus(state);
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
  navigator.locks.request(name, { signal }, lead).catch(() => undefined);
}

function coalesce(client: QueryClient, signal: AbortSignal, onEvents: Line["onEvents"]): (event: LiveEvent) => void {
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
    if (told.length > 0) onEvents(told);
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
  readAgain(client, ([reads], query) => reads.some((topic) => liveTopics.includes(topic)) && isLive(query));
}

export function isLive(query: Query): boolean {
  return query.meta?.["live"] !== false;
}
