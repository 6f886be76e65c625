import { createFileRoute } from "@tanstack/react-router";
import { queuesRead } from "#features/queues/queries.ts";
import { QueueList } from "#features/queues/queue/queue-list.tsx";
import { queuesInWords, queuesFields, readQueuesSearch, type QueuesSearch } from "#features/queues/queues-search.ts";
import { ListViews } from "#features/lists/list-views.tsx";
import { RunningJobs } from "#features/runs/jobs/running-jobs.tsx";
import { address, readOffset } from "#ui/address.ts";

interface Search extends QueuesSearch {
  offset?: number;
}

export const Route = createFileRoute("/_app/t/$teamId/queues/")({
  validateSearch: address<Search>({ ...queuesFields, offset: readOffset }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, params: { teamId }, deps }) => {
    void queryClient.prefetchQuery(queuesRead(teamId, deps));
  },
  component: function QueueListRoute() {
    const { teamId } = Route.useParams();
    const search = Route.useSearch();
    return (
      <QueueList
        running={<RunningJobs teamId={teamId} kinds={["queue_deleted"]} />}
        views={
          <ListViews {...{ teamId, search }} list="queues" to="/t/$teamId/queues" readShown={readQueuesSearch} inWords={queuesInWords} />
        }
      />
    );
  },
});
