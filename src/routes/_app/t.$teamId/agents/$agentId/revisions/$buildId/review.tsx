import { createFileRoute } from "@tanstack/react-router";
import { agentRead, generationRead, liveRevisionRead, revisionRead } from "#features/agents/queries.ts";
import { ReviewPage } from "#features/agents/review-page.tsx";

export const Route = createFileRoute("/_app/t/$teamId/agents/$agentId/revisions/$buildId/review")({
  validateSearch: ({ view }: Record<string, unknown>): { view?: "unified" } => (view === "unified" ? { view } : {}),
  loader: ({ context: { queryClient }, params: { agentId, buildId } }) => {
    void queryClient.prefetchQuery(agentRead(agentId));
    void queryClient.prefetchQuery(revisionRead(agentId, buildId));
    void queryClient.prefetchQuery(liveRevisionRead(agentId));
    void queryClient.prefetchQuery(generationRead(buildId));
  },
  component: ReviewPage,
});
