import { createFileRoute } from "@tanstack/react-router";
import { queueList } from "#contract/queues/queue-list.ts";
import { queuesRead } from "#features/queues/queries.ts";
import { QueueList } from "#features/queues/queue/queue-list.tsx";
import { RunningJobs } from "#features/runs/jobs/running-jobs.tsx";
import { addressOf, type Paged } from "#lists/list-search.ts";
import { readOffset } from "#ui/address.ts";

export const Route = createFileRoute("/_app/t/$teamId/queues/")({
  validateSearch: addressOf<typeof queueList, Paged>(queueList, { offset: readOffset }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, params: { teamId }, deps }) => {
    void queryClient.prefetchQuery(queuesRead(teamId, deps));
  },
  component: function QueueListRoute() {
    const { teamId } = Route.useParams();
    return <QueueList running={<RunningJobs teamId={teamId} kinds={["queue_deleted"]} />} />;
  },
});
