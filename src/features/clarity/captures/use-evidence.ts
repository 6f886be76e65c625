import { useQueries } from "@tanstack/react-query";
import type { Evidence } from "#contract/clarity/evidence.ts";
import { evidencePerPage, evidenceRead } from "#features/clarity/queries.ts";

export interface EvidenceInSight {
  /** The unit at a position, once its page is here. */
  at(position: number): Evidence | undefined;
  readonly error: unknown;
  readonly retry: () => void;
  /** Grows with what is loaded. */
  readonly stamp: number;
}

/** The pages that hold what is in sight. */
export function useEvidence(processId: string, captureId: string, { first, last }: { first: number; last: number }): EvidenceInSight {
  const from = Math.floor(first / evidencePerPage);
  const pages = Array.from({ length: Math.floor(last / evidencePerPage) - from + 1 }, (_, at) => from + at);
  const queries = useQueries({ queries: pages.map((page) => evidenceRead(processId, captureId, page)) });
  return {
    at: (position) => queries[Math.floor(position / evidencePerPage) - from]?.data?.evidence[position % evidencePerPage],
    error: queries.find(({ error, data }) => error && data === undefined)?.error,
    retry: () => {
      for (const query of queries) if (query.isError) void query.refetch();
    },
    stamp: queries.reduce((sum, query) => sum + query.dataUpdatedAt, 0),
  };
}
