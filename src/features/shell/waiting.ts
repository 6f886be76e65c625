import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLiveStatus } from "#api/live.ts";
import { read } from "#api/query.ts";
import { listOpenBuilderRuns } from "#contract/agents/builder-runs.ts";
import { listCaseApprovalRequests } from "#contract/queues/case-approvals.ts";
import { getUnreadNotificationCount } from "#contract/notifications/notifications.ts";
import { listHumanRequests } from "#contract/runs/human-requests.ts";

/** How many requests and reviews of the team wait for a person, and approvals of cases for this one; 0 while unknown. */
export function useWaiting(teamId: string | undefined): number {
  const params = { teamId: teamId ?? "" };
  const often = {
    enabled: teamId !== undefined,
    refetchInterval: useLiveStatus() === "live" ? (false as const) : 30_000,
  };
  const requests = useQuery({ ...read(listHumanRequests, { params, query: { limit: 1, state: "pending" } }, { poll: true }), ...often });
  const reviews = useQuery({ ...read(listOpenBuilderRuns, { params, query: { limit: 1 } }, { poll: true }), ...often });
  const approvals = useQuery({ ...read(listCaseApprovalRequests, { params, query: { limit: 1 } }, { poll: true }), ...often });
  return (requests.data?.total ?? 0) + (reviews.data?.total ?? 0) + (approvals.data?.total ?? 0);
}

/** How much of what this person was told in the team is unread; 0 while unknown. */
export function useUnread(teamId: string | undefined): number {
  const often = { enabled: teamId !== undefined, refetchInterval: useLiveStatus() === "live" ? (false as const) : 30_000 };
  return useQuery({ ...read(getUnreadNotificationCount, { params: { teamId: teamId ?? "" } }, { poll: true }), ...often }).data?.count ?? 0;
}

/** The tab's icon carries a dot while something waits. */
export function useWaitingIcon(waiting: boolean): void {
  useEffect(() => {
    document.querySelector("link[rel=icon]")?.setAttribute("href", waiting ? "/favicon-waiting.svg" : "/favicon.svg");
  }, [waiting]);
}
