import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type * as contract from "#contract/teams/visits.ts";
import { call, wireOnly } from "./client.ts";

// Every page of a team tells it: see wireOnly.
const recordVisit = wireOnly<typeof contract.recordVisit>({
  name: "recordVisit",
  method: "PUT",
  path: "/v2/teams/{teamId}/visit",
  changes: [],
});

/** A person who does something is told of once in this time. */
const tellMs = 60_000;

/** When the former visit of a team ended. Only what the person does asks for it: a window that lies open is no visit. */
export function visitRead(teamId: string) {
  return queryOptions({
    queryKey: [[], recordVisit.name, { params: { teamId } }] as const,
    queryFn: () => call(recordVisit, { params: { teamId } }),
    staleTime: Infinity,
    meta: { live: false },
  });
}

const acts = ["pointerdown", "pointermove", "wheel", "keydown"] as const;

/** Tells the service that somebody is in a team, while they do something there. */
export function useVisit(teamId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    let next = 0;
    const tell = () => {
      if (Date.now() < next) return;
      next = Date.now() + tellMs;
      // It is told again with what they do next.
      void client.fetchQuery({ ...visitRead(teamId), staleTime: tellMs }).catch(() => undefined);
    };
    for (const act of acts) window.addEventListener(act, tell, { passive: true, capture: true });
    return () => {
      for (const act of acts) window.removeEventListener(act, tell, { capture: true });
    };
  }, [client, teamId]);
}
