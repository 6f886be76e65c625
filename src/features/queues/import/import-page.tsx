import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { pathTo } from "#api/path-to.ts";
import { queueRead } from "#features/queues/queries.ts";
import { useDataCheck } from "#features/queues/schema/schema-queries.ts";
import { Loaded } from "#ui/loaded.tsx";
import { Page } from "#ui/page.tsx";
import { ScrollColumn } from "#ui/scroll-column.tsx";
import { ImportCases } from "./import-cases.tsx";

const route = getRouteApi("/_app/t/$teamId/queues/$queueId/import");

/** Makes cases of the rows of a CSV. The file is read here: nothing is sent before somebody saw what it becomes. */
export function ImportPage() {
  const { teamId, queueId } = route.useParams();
  const queue = useQuery(queueRead(queueId));
  const check = useDataCheck(queueId);
  const list = { label: "Queues", link: pathTo("/t/$teamId/queues", { teamId }) };
  const own = queue.data && { label: queue.data.queue.name, link: pathTo("/t/$teamId/queues/$queueId", { teamId, queueId }) };
  return (
    <Page title="Import cases" crumbs={own ? [list, own] : [list]}>
      <Loaded query={queue} what="this queue">
        {(found) => (
          <ScrollColumn width="wide" gap="md">
            <Loaded query={check} what="the fields of this queue">
              {(typed) => <ImportCases key={queueId} queue={found.queue} check={typed} place={{ teamId, queueId }} />}
            </Loaded>
          </ScrollColumn>
        )}
      </Loaded>
    </Page>
  );
}
