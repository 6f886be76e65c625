import { createFileRoute } from "@tanstack/react-router";
import { sessionQuery } from "#api/session-query.ts";
import { LoginList } from "#features/connections/login-list.tsx";
import { readLoginSearch } from "#features/connections/login-search.ts";
import { loginsRead } from "#features/connections/queries.ts";

export const Route = createFileRoute("/_app/t/$teamId/logins")({
  validateSearch: readLoginSearch,
  loader: ({ context: { queryClient }, params: { teamId } }) => {
    const session = queryClient.getQueryData(sessionQuery.queryKey);
    if (session) void queryClient.prefetchQuery(loginsRead(teamId, session.user.id));
  },
  component: LoginList,
});
