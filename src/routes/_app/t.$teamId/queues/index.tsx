import { createFileRoute } from "@tanstack/react-router";
import { queuesRead } from "#features/queues/queries.ts";
import { QueueList } from "#features/queues/queue/queue-list.tsx";
import { RunningJobs } from "#features/runs/jobs/running-jobs.tsx";
import { knownSearch } from "#ui/known-search.ts";

interface Search {
  search?: string;
  offset?: number;
}

export const Route = createFileRoute("/_app/t/$teamId/queues/")({
  validateSearch: knownSearch<Search>(({ search, offset }) => ({
    // A search for a number arrives as one.
    ...(typeof search === "string" || typeof search === "number" ? { search: String(search).slice(0, 200) } : {}),
    ...(typeof offset === "number" && Number.isSafeInteger(offset) && offset > 0 ? { offset } : {}),
  })),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, params: { teamId }, deps }) => {
    void queryClient.prefetchQuery(queuesRead(teamId, deps));
  },
  component: function QueueListRoute() {
    const { teamId } = Route.useParams();
    return <QueueList running={<RunningJobs teamId={teamId} kinds={["queue_deleted"]} />} />;
  },
});
