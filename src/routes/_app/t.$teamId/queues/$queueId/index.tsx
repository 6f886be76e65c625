import { createFileRoute } from "@tanstack/react-router";
import { type CaseSearch, readCaseSearch, textSearch } from "#features/queues/case-search.ts";
import { casePages } from "#features/queues/case-queries.ts";
import { labelsRead, queueAgentsRead, queueRead } from "#features/queues/queries.ts";
import { QueuePage } from "#features/queues/queue-page.tsx";

interface Search extends CaseSearch {
  tab?: "agents" | "labels" | "settings";
}

export const Route = createFileRoute("/_app/t/$teamId/queues/$queueId/")({
  validateSearch: ({ tab, ...rest }: Record<string, unknown>): Search =>
    tab === "labels" ? { tab, ...textSearch(rest) } : tab === "agents" || tab === "settings" ? { tab } : readCaseSearch(rest),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, params: { queueId }, deps: { tab, ...search }, location, cause }) => {
    void queryClient.prefetchQuery(queueRead(queueId));
    void queryClient.prefetchQuery(labelsRead(queueId));
    if (tab === "labels" && search.search) void queryClient.prefetchQuery(labelsRead(queueId, search.search));
    if (tab === "agents") void queryClient.prefetchQuery(queueAgentsRead(queueId));
    // A list is of the entry of the history that shows it; a link that is only hovered has none.
    if (tab === undefined && cause !== "preload")
      void queryClient.prefetchInfiniteQuery(casePages({ queueId, search }, location.state.__TSR_key ?? "first"));
  },
  component: QueuePage,
});
