import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Layers, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { requestOf } from "#api/list-request.ts";
import { pathTo } from "#api/path-to.ts";
import { useMay } from "#api/roles.ts";
import { useSampleComing } from "#api/sample.ts";
import type { Reply } from "#contract/endpoint.ts";
import { exportQueues, queueColumns } from "#contract/queues/queue-export.ts";
import { queueList } from "#contract/queues/queue-list.ts";
import { createQueue, type listQueues } from "#contract/queues/queues.ts";
import { queuesPerPage, queuesRead } from "#features/queues/queries.ts";
import { PagedList, usePages } from "#lists/paged-list.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import { Page } from "#ui/page.tsx";
import { useShortcuts } from "#ui/shortcuts.ts";
import { NewQueue } from "./new-queue.tsx";
import { queueCells } from "./queue-cells.tsx";

const route = getRouteApi("/_app/t/$teamId/queues/");

interface QueueListProps {
  /** Jobs that go on with what was here; runs are another area. */
  running: ReactNode;
}

export function QueueList({ running }: QueueListProps) {
  const { teamId } = route.useParams();
  const search = route.useSearch();
  const manages = useMay(createQueue);
  const query = useQuery(queuesRead(teamId, search));
  // Those of the sample workspace are shown as they come.
  const coming = useSampleComing(teamId);
  const [making, setMaking] = useState(false);
  const rowsOf = ({ queues }: Reply<typeof listQueues>) => queues;
  const pages = usePages({ search, query, rowsOf, limit: queuesPerPage, coming });
  const create = { keys: "c", label: "New queue", run: () => setMaking(true) };
  usePageActions(manages ? [{ id: "new-queue", icon: Plus, ...create }] : []);
  useShortcuts("Queues", manages ? [create] : []);
  const newButton = manages ? (
    <Button tone="primary" icon={Plus} onClick={() => setMaking(true)}>
      New queue
    </Button>
  ) : null;
  return (
    // An empty list offers it itself.
    <Page title="Queues" actions={query.data?.total === 0 && !search.search ? null : newButton}>
      {running}
      <PagedList
        {...{ teamId, search, query, pages }}
        list={queueList}
        columns={queueColumns}
        to="/t/$teamId/queues"
        cells={queueCells}
        rowLink={(row) => pathTo("/t/$teamId/queues/$queueId", { teamId, queueId: row.id })}
        file={{ endpoint: exportQueues, params: { teamId }, body: requestOf(queueList, search) }}
        empty={
          <EmptyState icon={Layers} title="No queues yet" action={newButton}>
            A queue holds cases of one kind until an agent handles them. Some agents add cases, others handle them.
            {manages ? null : " Managers and above can create queues."}
          </EmptyState>
        }
      />
      <NewQueue open={making} onClose={() => setMaking(false)} teamId={teamId} />
    </Page>
  );
}
