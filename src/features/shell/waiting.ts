import { useQueries, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLiveStatus } from "#api/live.ts";
import { read } from "#api/query.ts";
import { useMay } from "#api/roles.ts";
import type { SessionTeam } from "#api/session.ts";
import { getUnreadNotificationCount } from "#contract/notifications/notifications.ts";
import { isEnough } from "#contract/rights.ts";
import { getInbox } from "#contract/runs/inbox.ts";

/** How much waits for this person in the team; 0 while unknown. */
export function useWaiting(teamId: string | undefined): number {
  const often = { enabled: teamId !== undefined, refetchInterval: useLiveStatus() === "live" ? (false as const) : 30_000 };
  const inbox = read(getInbox, { params: { teamId: teamId ?? "" } }, { poll: true });
  return useQuery({ ...inbox, ...often, select: ({ total }) => total }).data ?? 0;
}

/** How often it is asked what waits in other teams, whose changes this window does not hear of. In milliseconds. */
const othersEvery = 60_000;

/** How much waits for this person in each of some other teams; nothing of those that are not known yet. */
export function useWaitingElsewhere(teams: readonly SessionTeam[]): ReadonlyMap<string, number> {
  const teamIds = teams.flatMap(({ id, role }) => (isEnough(getInbox, role) ? [id] : []));
  const found = useQueries({
    queries: teamIds.map((teamId) => ({
      ...read(getInbox, { params: { teamId } }, { poll: true }),
      refetchInterval: othersEvery,
      select: ({ total }: { readonly total: number }) => total,
    })),
  });
  return new Map(teamIds.map((teamId, i) => [teamId, found[i]?.data ?? 0]));
}

/** How much of what this person was told in the team is unread; 0 while unknown. */
export function useUnread(teamId: string | undefined): number {
  const may = useMay(getUnreadNotificationCount);
  const often = { enabled: teamId !== undefined && may, refetchInterval: useLiveStatus() === "live" ? (false as const) : 30_000 };
  return useQuery({ ...read(getUnreadNotificationCount, { params: { teamId: teamId ?? "" } }, { poll: true }), ...often }).data?.count ?? 0;
}

/** The tab's icon carries a dot while something waits. */
export function useWaitingIcon(waiting: boolean): void {
  useEffect(() => {
    document.querySelector("link[rel=icon]")?.setAttribute("href", waiting ? "/favicon-waiting.svg" : "/favicon.svg");
  }, [waiting]);
}
