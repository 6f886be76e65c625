import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLiveStatus } from "#api/live.ts";
import { read } from "#api/query.ts";
import { listHumanRequests } from "#contract/runs/human-requests.ts";

/** How many requests of the team wait for a person; 0 while unknown. */
export function useWaiting(teamId: string | undefined): number {
  const live = useLiveStatus() === "live";
  const { data } = useQuery({
    ...read(listHumanRequests, { params: { teamId: teamId ?? "" }, query: { limit: 1, state: "pending" } }, { poll: true }),
    enabled: teamId !== undefined,
    refetchInterval: live ? false : 30_000,
  });
  return data?.total ?? 0;
}

/** The tab's icon carries a dot while something waits. */
export function useWaitingIcon(waiting: boolean): void {
  useEffect(() => {
    document.querySelector("link[rel=icon]")?.setAttribute("href", waiting ? "/favicon-waiting.svg" : "/favicon.svg");
  }, [waiting]);
}
