import { useQuery } from "@tanstack/react-query";
import { useLiveStatus } from "#api/live.ts";
import { pathTo } from "#api/path-to.ts";
import type { OpenBuilderRun } from "#contract/agents/builder-run.ts";
import type { CaseApproval } from "#contract/queues/case-approvals.ts";
import type { InboxRequest } from "#contract/runs/human-requests.ts";
import { problemOf } from "#ui/problem.ts";
import { approvalsRead, type InboxFilter, reviewsRead, waitingRead } from "./queries.ts";

/** Something that waits for a person: what a run asks, what it wants decided about a case, or what a model wrote into a draft. */
export type WaitingItem = { readonly id: string; readonly at: string; readonly former: boolean } & (
  | { readonly kind: "request"; readonly request: InboxRequest }
  | { readonly kind: "approval"; readonly approval: CaseApproval }
  | { readonly kind: "review"; readonly review: OpenBuilderRun }
);

/** Everything that waits, by urgency: what a run stands still for, then what only a draft waits for, each the longest wait first. */
export function useWaitingItems(teamId: string, filter: InboxFilter) {
  const often = { refetchInterval: useLiveStatus() === "live" ? (false as const) : 10_000 };
  const query = useQuery({ ...waitingRead(teamId, "pending", filter), ...often });
  const former = useQuery({ ...waitingRead(teamId, "former", filter), ...often });
  const approvals = useQuery({ ...approvalsRead(teamId, "pending", filter), ...often });
  const formerApprovals = useQuery({ ...approvalsRead(teamId, "former", filter), ...often });
  const reviews = useQuery({ ...reviewsRead(teamId), ...often });
  // No agent and no queue narrows reviews: with a filter there are none to show.
  const noReviews = Boolean(filter.agent ?? filter.queue);
  const shown = [query, former, approvals, formerApprovals, ...(noReviews ? [] : [reviews])];
  // A service that knows no approvals or reviews has none.
  const complete = query.data !== undefined && shown.every(({ data, error }) => data ?? problemOf(error).status > 0);
  const items = [
    ...byAge([...requests(query.data?.human_requests, false), ...asked(approvals.data?.approvals, false)]),
    ...byAge(noReviews ? [] : (reviews.data?.builder_runs ?? []).map(reviewItem)),
    ...byAge([...requests(former.data?.human_requests, true), ...asked(formerApprovals.data?.approvals, true)]),
  ];
  return {
    query,
    items: complete ? items : undefined,
    /** As the data of the reads: the same until one of them changes. */
    version: shown.map(({ dataUpdatedAt }) => dataUpdatedAt).join(" "),
    total: (query.data?.total ?? 0) + (approvals.data?.total ?? 0) + (noReviews ? 0 : (reviews.data?.total ?? 0)),
    formers: (former.data?.total ?? 0) + (formerApprovals.data?.total ?? 0),
    requestTotal: query.data?.total ?? 0,
    formerApprovals: formerApprovals.data?.approvals ?? [],
  };
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

function byAge(items: WaitingItem[]): WaitingItem[] {
  return items.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

export function titleOf(item: WaitingItem): string {
  if (item.kind === "request") return item.request.title;
  if (item.kind === "approval") return item.approval.prompt;
  const { status, questions, revision_number: number } = item.review;
  const [first] = questions;
  return status === "waiting_for_input" && first ? first.question : `Review revision ${number.toLocaleString("en")}`;
}

export function besideTitle(item: WaitingItem): string {
  if (item.kind === "request") return `${item.request.agent_name} · ${item.request.case?.title ?? item.request.run_title}`;
  if (item.kind === "approval") return `${item.approval.agent_name} · ${item.approval.title} · ${item.approval.case_title}`;
  return `${item.review.agent_name} · ${item.review.summary ?? item.review.prompt}`;
}

export function linkOf(teamId: string, item: WaitingItem): string {
  if (item.kind === "review")
    return pathTo("/t/$teamId/agents/$agentId/revisions/$buildId/review", {
      teamId,
      agentId: item.review.agent_id,
      buildId: item.review.build_id,
    });
  return pathTo("/t/$teamId/inbox", { teamId }, { request: item.id });
}
