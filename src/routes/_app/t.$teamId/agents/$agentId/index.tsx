import { createFileRoute } from "@tanstack/react-router";
import { AgentPage } from "#features/agents/agent-page.tsx";
import { agentRead, liveRevisionRead, revisionsRead } from "#features/agents/queries.ts";

interface Search {
  tab?: "runs" | "settings";
  offset?: number;
}

export const Route = createFileRoute("/_app/t/$teamId/agents/$agentId/")({
  validateSearch: ({ tab, offset }: Record<string, unknown>): Search => ({
    ...(tab === "runs" || tab === "settings" ? { tab } : {}),
    ...(typeof offset === "number" && Number.isSafeInteger(offset) && offset > 0 ? { offset } : {}),
  }),
  loader: ({ context: { queryClient }, params: { agentId } }) => {
    void queryClient.prefetchQuery(agentRead(agentId));
    void queryClient.prefetchQuery(revisionsRead(agentId));
    void queryClient.prefetchQuery(liveRevisionRead(agentId));
  },
  component: AgentPage,
});
