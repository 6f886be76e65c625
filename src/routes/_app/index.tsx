import { pathTo } from "#api/path-to.ts";
import { createFileRoute, redirect } from "@tanstack/react-router";
import { read } from "#api/query.ts";
import { sessionQuery, teamOf } from "#api/session-query.ts";
import { listTeamRuns } from "#contract/runs/runs.ts";
import { NoTeam } from "#features/shell/no-team.tsx";

export const Route = createFileRoute("/_app/")({
  loader: async ({ context: { queryClient } }) => {
    const session = await queryClient.ensureQueryData(sessionQuery);
    const team = session ? teamOf(session) : undefined;
    if (!team) return;
    const { total } = await queryClient
      .fetchQuery(read(listTeamRuns, { params: { teamId: team.id }, query: { limit: 1 } }))
      .catch(() => ({ total: 1 }));
    throw redirect({ href: pathTo(total > 0 ? "/t/$teamId/runs" : "/t/$teamId/agents", { teamId: team.id }), replace: true });
  },
  component: NoTeam,
});
