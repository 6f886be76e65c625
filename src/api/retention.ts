import { useQuery } from "@tanstack/react-query";
import { getRetention, type Retention } from "#contract/teams/retention.ts";
import { read } from "./query.ts";
import { useTeam } from "./session.ts";

/** How long the organization of the current team keeps things; undefined until it is known. */
export function useRetention(): Retention | undefined {
  const orgId = useTeam()?.organization_id;
  return useQuery({ ...read(getRetention, { params: { orgId: orgId ?? "" } }), enabled: typeof orgId === "string" }).data?.retention;
}
