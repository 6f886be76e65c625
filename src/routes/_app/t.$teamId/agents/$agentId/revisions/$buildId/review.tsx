import { createFileRoute } from "@tanstack/react-router";
import { agentRead, generationRead, liveRevisionRead, revisionRead } from "#features/agents/queries.ts";
import { ReviewPage } from "#features/agents/review/review-page.tsx";
import { ProcessOfRevision } from "#features/clarity/handover/process-of-revision.tsx";
import { knownSearch } from "#ui/known-search.ts";

export const Route = createFileRoute("/_app/t/$teamId/agents/$agentId/revisions/$buildId/review")({
  validateSearch: knownSearch<{ view?: "unified" }>(({ view }) => (view === "unified" ? { view } : {})),
  loader: ({ context: { queryClient }, params: { agentId, buildId } }) => {
    void queryClient.prefetchQuery(agentRead(agentId));
    void queryClient.prefetchQuery(revisionRead(agentId, buildId));
    void queryClient.prefetchQuery(liveRevisionRead(agentId));
    void queryClient.prefetchQuery(generationRead(buildId));
  },
  component: () => <ReviewPage about={(teamId, buildId) => <ProcessOfRevision teamId={teamId} buildId={buildId} />} />,
});
