import { createFileRoute } from "@tanstack/react-router";
import { casePages } from "#features/queues/case-queries.ts";
import { type CaseSearch, readCaseSearch, textSearch } from "#features/queues/case-search.ts";
import { jobsRead } from "#features/queues/jobs/job-queries.ts";
import { labelsRead, queueAgentsRead, queueRead, queueRubricsRead, queueTriggersRead, viewsRead } from "#features/queues/queries.ts";
import { QueuePage } from "#features/queues/queue/queue-page.tsx";
import { queueSchemaRead } from "#features/queues/schema/schema-queries.ts";
import { AssignToQueue } from "#features/schedules/assign/assign-button.tsx";
import { readOffset, readFields } from "#ui/address.ts";
import { knownSearch } from "#ui/known-search.ts";

/** Beside the cases, which have none. */
const tabs = ["agents", "triggers", "labels", "evaluation", "jobs", "settings"] as const;

interface Search extends CaseSearch {
  tab?: (typeof tabs)[number];
  /** Of the list of jobs. */
  offset?: number;
}

export const Route = createFileRoute("/_app/t/$teamId/queues/$queueId/")({
  validateSearch: knownSearch<Search>(readSearch),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, params: { queueId }, deps: { tab, offset = 0, layout, ...search }, location, cause }) => {
    void queryClient.prefetchQuery(queueRead(queueId));
    void queryClient.prefetchQuery(labelsRead(queueId));
    if (tab === undefined) void queryClient.prefetchQuery(viewsRead(queueId));
    if (tab === undefined) void queryClient.prefetchQuery(queueSchemaRead(queueId));
    if (tab === "labels" && search.search) void queryClient.prefetchQuery(labelsRead(queueId, search.search));
    if (tab === "jobs") void queryClient.prefetchQuery(jobsRead(queueId, offset));
    if (tab === "evaluation") void queryClient.prefetchQuery(queueRubricsRead(queueId));
    if (tab === "triggers") void queryClient.prefetchQuery(queueTriggersRead(queueId));
    if (tab === "agents") void queryClient.prefetchQuery(queueAgentsRead(queueId));
    // A list is of the entry of the history that shows it; a link that is only hovered has none.
    if (tab === undefined && layout === undefined && cause !== "preload")
      void queryClient.prefetchInfiniteQuery(casePages({ queueId, search }, location.state.__TSR_key ?? "first"));
  },
  component: () => <QueuePage Acts={AssignToQueue} />,
});

function readSearch({ tab, ...rest }: Record<string, unknown>): Search {
  if (tab === "labels") return { tab, ...textSearch(rest) };
  if (tab === "jobs") return { tab, ...readJobs(rest) };
  const known = tabs.find((one) => one === tab);
  return known ? { tab: known } : readCaseSearch(rest);
}

const readJobs = readFields<Pick<Search, "offset">>({ offset: readOffset });
