import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { call } from "#api/client.ts";
import { read } from "#api/query.ts";
import type { Reply } from "#contract/endpoint.ts";
import { type CaseJob, type CaseJobOutcome, getCaseJob, listCaseJobItems, listCaseJobs } from "#contract/queues/case-jobs.ts";

export const jobsPerPage = 50;

export function jobsRead(queueId: string, offset: number) {
  return read(listCaseJobs, { params: { queue_id: queueId }, query: { limit: jobsPerPage, offset } }, { keepPrevious: true });
}

export function jobRead(queueId: string, jobId: string) {
  return read(getCaseJob, { params: { queue_id: queueId, job_id: jobId } });
}

/** What became of each case. A list of a job that goes on is another one than that of a job that has ended. */
export function jobItemPages({ id, queue_id, status }: CaseJob, outcome: CaseJobOutcome | undefined) {
  return infiniteQueryOptions({
    queryKey: ["Case job items", id, outcome ?? "all", status === "running"] as const,
    queryFn: ({ pageParam, signal }) =>
      call(
        listCaseJobItems,
        {
          params: { queue_id, job_id: id },
          query: { limit: 100, ...(outcome ? { outcome } : {}), ...(pageParam === undefined ? {} : { after: pageParam }) },
        },
        { signal },
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page: Reply<typeof listCaseJobItems>) => page.next ?? undefined,
    placeholderData: keepPreviousData,
  });
}
