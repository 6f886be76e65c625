import { createFileRoute } from "@tanstack/react-router";
import { queuesRead } from "#features/queues/queries.ts";
import { QueueList } from "#features/queues/queue/queue-list.tsx";
import { RunningJobs } from "#features/runs/jobs/running-jobs.tsx";
import { address, offset, textUpTo } from "#ui/address.ts";

interface Search {
  search?: string;
  offset?: number;
}

export const Route = createFileRoute("/_app/t/$teamId/queues/")({
  validateSearch: address<Search>({ search: textUpTo(200), offset }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, params: { teamId }, deps }) => {
    void queryClient.prefetchQuery(queuesRead(teamId, deps));
  },
  component: function QueueListRoute() {
    const { teamId } = Route.useParams();
    return <QueueList running={<RunningJobs teamId={teamId} kinds={["queue_deleted"]} />} />;
  },
});
