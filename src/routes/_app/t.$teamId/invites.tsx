import { createFileRoute } from "@tanstack/react-router";
import { InvitesPage } from "#features/teams/invites-page.tsx";
import { invitesRead } from "#features/teams/queries.ts";

export const Route = createFileRoute("/_app/t/$teamId/invites")({
  loader: ({ context: { queryClient }, params: { teamId } }) => {
    void queryClient.prefetchQuery(invitesRead(teamId));
  },
  component: InvitesPage,
});
