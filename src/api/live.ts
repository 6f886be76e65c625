import { type Query, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import type { LiveEvent, LiveTopic, streamEvents as StreamEvents } from "#contract/runs/live.ts";
import { addressOf, wireOnly } from "./client.ts";
import { openStream, type StreamState } from "./event-stream.ts";
import { useSession } from "./session.ts";
import { type Key, readAgain } from "./stale.ts";

export type { LiveEvent };
export type LiveStatus = StreamState;

/**
 * Area of the reads that a topic makes stale, the operations (of any area) where it is only some or which it makes stale besides, the
 * parameter that the event's id is compared with, and the milliseconds between two reads for it: work on a busy queue would take the whole quota of who looks on.
 */
const topics: Record<LiveTopic, { area: string; only?: readonly string[]; also?: readonly string[]; param?: string; rest?: number }> = {
  runs: { area: "Runs", param: "run_id" },
  run_messages: { area: "Runs", only: ["listRunMessages", "getRunDetails", "getRun"], param: "run_id" },
  team_jobs: { area: "Runs", only: ["listTeamJobs", "getTeamJob"], param: "job_id", rest: 1000 },
  human_requests: { area: "Runs", only: ["listHumanRequests", "getRunDetails", "getRun"] },
  agents: { area: "Agents", param: "agent_id" },
  agent_folders: { area: "Agent Folders" },
  revisions: { area: "Revisions" },
  revision_slots: { area: "Revision Integrations", param: "build_id", also: ["getRevisionAgreement", "getRevisionAccess"] },
  automations: { area: "Automations", param: "automation_id" },
  queues: { area: "Queues", param: "queue_id", rest: 2000 },
  cases: { area: "Cases", param: "case_id", rest: 2000 },
  case_triggers: { area: "Case Triggers", param: "agent_id" },
  case_runs: { area: "Cases", only: ["listCaseRuns", "listCaseRunRecentMessages"], param: "case_id" },
  case_jobs: { area: "Cases", only: ["listCaseJobs", "getCaseJob"], param: "job_id", rest: 1000 },
  case_rubrics: { area: "Case Rubrics", param: "queue_id" },
  case_attachments: { area: "Case Attachments", param: "case_id" },
  builder_runs: { area: "Automations", param: "build_id" },
  files: { area: "Files" },
  evaluations: { area: "Agents", only: ["getEvalRubrics", "getEvalScores", "getEvalHistory", "getRunEvaluation"], param: "agent_id" },
  suggestions: { area: "Suggestions", param: "agent_id" },
  memory: { area: "Agent Memory", param: "agent_id" },
  sandboxes: { area: "Sandboxes", param: "sandbox_id" },
  skills: { area: "Skills", param: "skill_id", also: ["getRevisionAgreement"] },
  secrets: { area: "Secrets", also: ["getRevisionAccess"] },
  logins: { area: "Credentials", also: ["getRevisionAccess"] },
};

const streamEvents = wireOnly<typeof StreamEvents>({
  name: "streamEvents",
  method: "GET",
  path: "/v2/teams/{teamId}/events",
  area: "Live",
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
          if (!(event.topic in topics)) return;
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
  const readAt = new Map<LiveTopic, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  signal.addEventListener("abort", () => clearTimeout(timer));
  const flush = () => {
    timer = undefined;
    const now = performance.now();
    const rests = ({ topic }: LiveEvent) => now < (readAt.get(topic) ?? Number.NEGATIVE_INFINITY) + (topics[topic].rest ?? 0);
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
function concerns(event: LiveEvent, [queryArea, name, input]: Key): boolean {
  const { area, only, also, param } = topics[event.topic];
  if (also?.includes(name)) return true;
  if (only ? !only.includes(name) : queryArea !== area) return false;
  const named = param === undefined ? undefined : (input?.params?.[param] ?? input?.params?.[camelCase(param)]);
  return named === undefined || event.id === "*" || named === event.id;
}

/** The specification spells some parameters `run_id` and others `runId`. */
function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function refetchAll(client: QueryClient): void {
  const areas = new Set(Object.values(topics).map((topic) => topic.area));
  readAgain(client, ([area], query) => areas.has(area) && isLive(query));
}

export function isLive(query: Query): boolean {
  return query.meta?.["live"] !== false;
}
