import { createFileRoute, redirect } from "@tanstack/react-router";
import { pathTo } from "#api/path-to.ts";
import { sessionQuery, teamOf } from "#api/session-query.ts";
import { NoTeam } from "#features/shell/no-team.tsx";

export const Route = createFileRoute("/_app/")({
  beforeLoad: async ({ context: { queryClient } }) => {
    const session = await queryClient.ensureQueryData(sessionQuery);
    const team = session ? teamOf(session) : undefined;
    if (team) throw redirect({ href: pathTo("/t/$teamId/home", { teamId: team.id }), replace: true });
  },
  component: NoTeam,
});
