import { createFileRoute } from "@tanstack/react-router";
import { secretsRead } from "#features/connections/queries.ts";
import { SecretList } from "#features/connections/secret-list.tsx";
import { knownSearch } from "#ui/known-search.ts";

export const Route = createFileRoute("/_app/t/$teamId/secrets")({
  validateSearch: knownSearch<{ secret?: string }>(({ secret }) => (typeof secret === "string" ? { secret } : {})),
  loader: ({ context: { queryClient }, params: { teamId } }) => {
    void queryClient.prefetchQuery(secretsRead(teamId));
  },
  component: SecretList,
});
