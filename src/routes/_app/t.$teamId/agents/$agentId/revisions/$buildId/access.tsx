import { createFileRoute } from "@tanstack/react-router";
import { accessRead, agentRead, revisionRead } from "#features/agents/queries.ts";
import { RevisionAccessPage } from "#features/agents/revision/revision-access-page.tsx";

export const Route = createFileRoute("/_app/t/$teamId/agents/$agentId/revisions/$buildId/access")({
  loader: ({ context: { queryClient }, params: { agentId, buildId } }) => {
    void queryClient.prefetchQuery(agentRead(agentId));
    void queryClient.prefetchQuery(revisionRead(agentId, buildId));
    void queryClient.prefetchQuery(accessRead({ agent_id: agentId, id: buildId }));
  },
  component: RevisionAccessPage,
});
