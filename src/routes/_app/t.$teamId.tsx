import { createFileRoute, notFound } from "@tanstack/react-router";
import { rememberTeam, sessionQuery } from "#api/session-query.ts";
import { TeamFrame } from "#features/shell/team-frame.tsx";

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const Route = createFileRoute("/_app/t/$teamId")({
  beforeLoad: async ({ context: { queryClient }, params }) => {
    const { teamId } = params;
    const session = await queryClient.ensureQueryData(sessionQuery);
    if (!session?.teams.some((team) => team.id === teamId)) throw notFound();
    // What an address names below the team is found by id; what is none never was.
    if (Object.entries(params).some(([name, value]) => name.endsWith("Id") && !id.test(value))) throw notFound();
    rememberTeam(teamId);
    // What is known from before may be overtaken: see useOtherTeam.
    return { since: Date.now() };
  },
  component: TeamFrame,
});
