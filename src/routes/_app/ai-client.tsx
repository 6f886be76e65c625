import { createFileRoute } from "@tanstack/react-router";
import { read } from "#api/query.ts";
import { listMcpAreas } from "#contract/teams/ai-clients.ts";
import { listApiKeys } from "#contract/teams/api-keys.ts";
import { clientSearch } from "#features/teams/client-search.ts";
import { AiClientPage } from "#features/teams/ai-client-page.tsx";

export const Route = createFileRoute("/_app/ai-client")({
  validateSearch: clientSearch,
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(read(listMcpAreas));
    void queryClient.prefetchQuery(read(listApiKeys));
  },
  component: AiClientPage,
});
