import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { rememberTeam, sessionQuery } from "#api/session-query.ts";
import { partingCount } from "./parting-count.ts";

/** Goes on as the person who has just signed in. */
export function useEntering(): (href: string, teamId?: string | null) => Promise<void> {
  const router = useRouter();
  const client = useQueryClient();
  return async (href, teamId) => {
    partingCount.forget();
    if (teamId) rememberTeam(teamId);
    client.removeQueries({ queryKey: sessionQuery.queryKey });
    await router.navigate({ href, replace: true });
  };
}
