import { createFileRoute, notFound } from "@tanstack/react-router";
import { rememberTeam, sessionQuery } from "#api/session-query.ts";
import { TeamFrame } from "#features/shell/team-frame.tsx";

export const Route = createFileRoute("/_app/t/$teamId")({
  beforeLoad: async ({ context: { queryClient }, params: { teamId } }) => {
    const session = await queryClient.ensureQueryData(sessionQuery);
    if (!session?.teams.some((team) => team.id === teamId)) throw notFound();
    rememberTeam(teamId);
    // What is known from before may be overtaken: see useOtherTeam.
    return { since: Date.now() };
  },
  component: TeamFrame,
});
