import { createFileRoute } from "@tanstack/react-router";
import { JobPage } from "#features/queues/jobs/job-page.tsx";
import { jobRead } from "#features/queues/jobs/job-queries.ts";
import { queueRead } from "#features/queues/queries.ts";
import { knownSearch } from "#ui/known-search.ts";

const outcomes = ["done", "skipped", "failed", "left"] as const;

export const Route = createFileRoute("/_app/t/$teamId/queues/$queueId/jobs/$jobId")({
  validateSearch: knownSearch<{ outcome?: (typeof outcomes)[number] }>(({ outcome }) => {
    const found = outcomes.find((word) => word === outcome);
    return found ? { outcome: found } : {};
  }),
  loader: ({ context: { queryClient }, params: { queueId, jobId } }) => {
    void queryClient.prefetchQuery(queueRead(queueId));
    void queryClient.prefetchQuery(jobRead(queueId, jobId));
  },
  component: JobPage,
});
