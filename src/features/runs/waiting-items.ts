import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useLiveStatus } from "#api/live.ts";
import { pathTo } from "#api/path-to.ts";
import type { OpenBuilderRun } from "#contract/agents/builder-run.ts";
import type { CaseApproval } from "#contract/queues/case-approvals.ts";
import type { InboxRequest } from "#contract/runs/human-requests.ts";
import type { InboxKind, InboxThing } from "#contract/runs/inbox.ts";
import { problemOf } from "#ui/problem.ts";
import { approvalsRead, type InboxFilter, inboxRead, reviewsRead, waitingRead } from "./queries.ts";

/** Something that waits for a person: what a run asks, what it wants decided about a case, what a model wrote into a draft, or another thing. */
export type WaitingItem = { readonly id: string; readonly at: string; readonly former: boolean } & (
  | { readonly kind: "request"; readonly request: InboxRequest }
  | { readonly kind: "approval"; readonly approval: CaseApproval }
  | { readonly kind: "review"; readonly review: OpenBuilderRun }
  | { readonly kind: "thing"; readonly thing: InboxThing }
);

/** Everything that waits, by urgency: what a run stands still for, what stops others from working, then the rest; each the longest wait first. */
export function useWaitingItems(teamId: string, filter: InboxFilter) {
  const often = { refetchInterval: useLiveStatus() === "live" ? (false as const) : 10_000 };
  const query = useQuery({ ...waitingRead(teamId, "pending", filter), ...often });
  const former = useQuery({ ...waitingRead(teamId, "former", filter), ...often });
  const approvals = useQuery({ ...approvalsRead(teamId, "pending", filter), ...often });
  const formerApprovals = useQuery({ ...approvalsRead(teamId, "former", filter), ...often });
  const reviews = useQuery({ ...reviewsRead(teamId), ...often });
  const inbox = useQuery({ ...inboxRead(teamId), ...often });
  const shown = [query, former, approvals, formerApprovals, reviews, inbox];
  const { missing, failed } = lackOf(query, shown);
  const shows = (kind: InboxKind) => !filter.kind || filter.kind === kind;
  // No queue narrows these, and some are about no agent.
  const fits = (agent: string | null) => !filter.queue && (!filter.agent || filter.agent === agent);
  const asks = (state: typeof query) => (shows("request") ? state.data : undefined);
  const decides = (state: typeof approvals) => (shows("approval") ? state.data : undefined);
  const changes = shows("review") ? (reviews.data?.builder_runs ?? []).filter(({ agent_id }) => fits(agent_id)) : [];
  const things = (inbox.data?.things ?? []).filter(({ kind, agent_id }) => shows(kind) && fits(agent_id)).map(thingItem);
  const stops = ({ thing }: { thing: InboxThing }) => thing.kind !== "suggestion";
  const items: WaitingItem[] = [
    ...byAge([...requests(asks(query)?.human_requests, false), ...asked(decides(approvals)?.approvals, false)]),
    ...byAge(things.filter(stops)),
    ...byAge([...changes.map(reviewItem), ...things.filter((thing) => !stops(thing))]),
    ...byAge([...requests(asks(former)?.human_requests, true), ...asked(decides(formerApprovals)?.approvals, true)]),
  ];
  const narrowed = (asks(query)?.total ?? 0) + (decides(approvals)?.total ?? 0) + changes.length + things.length;
  const isNarrowed = Boolean(filter.kind ?? filter.agent ?? filter.queue);
  const known = missing.length === 0 ? items : undefined;
  return {
    /** All of it together: nothing is said of what waits before each part is known. */
    query: {
      data: known,
      error: failed?.error,
      failureReason: missing.find(({ failureReason }) => failureReason)?.failureReason,
      refetch: () => missing.forEach((each) => void each.refetch()),
    },
    items: known,
    /** As the data of the reads: the same until one of them changes. */
    version: shown.map(({ dataUpdatedAt }) => dataUpdatedAt).join(" "),
    /** One count in the whole console: that of the inbox. */
    total: isNarrowed ? narrowed : (inbox.data?.total ?? narrowed),
    formers: (asks(former)?.total ?? 0) + (decides(formerApprovals)?.total ?? 0),
    requestTotal: asks(query)?.total ?? 0,
    approvalTotal: inbox.data?.counts.approval ?? 0,
    formerApprovals: decides(formerApprovals)?.approvals ?? [],
  };
}

type Part = Pick<UseQueryResult, "data" | "error" | "failureReason" | "refetch">;

/** The reads that have no answer yet, and the first of them that failed. What the service or the role does not have, beside `first`, is none. */
export function lackOf<P extends Part>(first: P, parts: readonly P[]): { missing: readonly P[]; failed: P | undefined } {
  const isNone = (part: P) => part !== first && [403, 404].includes(problemOf(part.error).status);
  const missing = parts.filter((part) => part.data === undefined && !isNone(part));
  return { missing, failed: missing.find(({ error }) => error) };
}

function requests(rows: readonly InboxRequest[] | undefined, former: boolean): WaitingItem[] {
  return (rows ?? []).map((request) => ({ kind: "request", id: request.id, at: request.created_at, former, request }));
}

function asked(rows: readonly CaseApproval[] | undefined, former: boolean): WaitingItem[] {
  return (rows ?? []).map((approval) => ({ kind: "approval", id: approval.id, at: approval.created_at, former, approval }));
}

function reviewItem(review: OpenBuilderRun): WaitingItem {
  return { kind: "review", id: review.id, at: review.updated_at, former: false, review };
}

function thingItem(thing: InboxThing): WaitingItem & { readonly kind: "thing" } {
  // Whoever was declined may ask again: that is another thing to decide.
  const id = thing.kind === "join_request" ? `${thing.id}.${Date.parse(thing.since)}` : thing.id;
  return { kind: "thing", id, at: thing.since, former: false, thing };
}

function byAge(items: WaitingItem[]): WaitingItem[] {
  return items.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

export function titleOf(item: WaitingItem): string {
  if (item.kind === "request") return item.request.title;
  if (item.kind === "approval") return item.approval.prompt;
  if (item.kind === "thing") return titles[item.thing.kind](item.thing.title);
  const { agent_name, revision_number: number } = item.review;
  return questionOf(item.review) ?? `${agent_name}: review revision ${number.toLocaleString("en")}`;
}

const titles: Record<InboxThing["kind"], (title: string) => string> = {
  connection: (name) => `Reconnect ${name}`,
  join_request: (name) => `${name} asks to join`,
  dashboard: (question) => question,
  capture: (gap) => gap,
  suggestion: (title) => title,
};

export function besideTitle(item: WaitingItem): string {
  if (item.kind === "request") return `${item.request.agent_name} · ${item.request.case?.title ?? item.request.run_title}`;
  if (item.kind === "approval") return `${item.approval.agent_name} · ${item.approval.title} · ${item.approval.case_title}`;
  if (item.kind === "thing") return `${item.thing.about} · ${thingWords[item.thing.kind]}`;
  const about = item.review.summary ?? item.review.prompt;
  return questionOf(item.review) === undefined ? about : `${item.review.agent_name} · ${about}`;
}

function questionOf({ status, questions }: OpenBuilderRun): string | undefined {
  return status === "waiting_for_input" ? questions[0]?.question : undefined;
}

export const thingWords: Record<InboxThing["kind"], string> = {
  connection: "Connection",
  join_request: "Request to join",
  dashboard: "Question about a dashboard",
  capture: "Capture of a process",
  suggestion: "Suggestion",
};

/** Where a row leads. */
export function linkOf(teamId: string, item: WaitingItem): string {
  return item.kind === "review" ? pageOf(teamId, item) : pathTo("/t/$teamId/inbox", { teamId }, { request: item.id });
}

/** Where something is dealt with that has a page of its own. */
export function pageOf(teamId: string, item: WaitingItem & { readonly kind: "review" | "thing" }): string {
  if (item.kind === "review") {
    const { agent_id: agentId, build_id: buildId } = item.review;
    return pathTo("/t/$teamId/agents/$agentId/revisions/$buildId/review", { teamId, agentId, buildId });
  }
  const { kind, id, agent_id: agentId } = item.thing;
  if (kind === "connection") return pathTo("/t/$teamId/connections/$connectionId", { teamId, connectionId: id });
  if (kind === "join_request") return pathTo("/t/$teamId/invites", { teamId });
  if (kind === "dashboard") return pathTo("/t/$teamId/dashboards/$artifactId", { teamId, artifactId: id });
  if (kind === "capture") return pathTo("/t/$teamId/clarity/processes/$processId", { teamId, processId: id }, { tab: "proposal" });
  return pathTo("/t/$teamId/agents/$agentId", { teamId, agentId: agentId ?? "" }, { tab: "evaluation" });
}
