import { useQuery, useQueryClient } from "@tanstack/react-query";
import { read } from "#api/query.ts";
import { getPromotePreflight, type PreflightProblem } from "#contract/agents/preflight.ts";

export interface Preflight {
  readonly problems: readonly PreflightProblem[];
  readonly total: number;
}

const nothing: Preflight = { problems: [], total: 0 };

/** What would make runs of a revision fail, kept true while somebody mends it elsewhere. */
export function usePreflight(buildId: string) {
  const client = useQueryClient();
  const options = {
    ...read(getPromotePreflight, { params: { build_id: buildId } }),
    staleTime: 0,
    refetchOnWindowFocus: "always" as const,
  };
  const query = useQuery(options);
  return {
    found: query.data ?? nothing,
    /** Nothing is known: the service did not say, or does not know the question. */
    failed: query.isError && query.error.code !== "not_offered",
    retry: () => void query.refetch(),
    /** Waits for the answer; without one nothing is known to be wrong. */
    settled: (): Promise<Preflight> => client.ensureQueryData(options).catch(() => nothing),
  };
}
