import { createFileRoute } from "@tanstack/react-router";
import { read } from "#api/query.ts";
import { getCapabilities } from "#contract/teams/capabilities.ts";
import { NewAgentPage } from "#features/agents/agent/new-agent-page.tsx";
import { knownSearch } from "#ui/known-search.ts";

export const Route = createFileRoute("/_app/t/$teamId/agents/new")({
  validateSearch: knownSearch<{ kind?: "code" }>(({ kind }) => (kind === "code" ? { kind } : {})),
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(read(getCapabilities));
  },
  component: NewAgentPage,
});
