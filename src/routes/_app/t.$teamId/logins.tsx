import { createFileRoute } from "@tanstack/react-router";
import { sessionQuery } from "#api/session-query.ts";
import { LoginList } from "#features/connections/login-list.tsx";
import { loginsRead } from "#features/connections/queries.ts";
import { knownSearch } from "#ui/known-search.ts";

export const Route = createFileRoute("/_app/t/$teamId/logins")({
  validateSearch: knownSearch<{ login?: string }>(({ login }) => (typeof login === "string" ? { login } : {})),
  loader: ({ context: { queryClient }, params: { teamId } }) => {
    const session = queryClient.getQueryData(sessionQuery.queryKey);
    if (session) void queryClient.prefetchQuery(loginsRead(teamId, session.user.id));
  },
  component: LoginList,
});
