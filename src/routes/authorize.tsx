import { createFileRoute, redirect } from "@tanstack/react-router";
import { sessionQuery } from "#api/session-query.ts";
import { AuthorizePage } from "#features/teams/authorize-page.tsx";
import { AuthorizeRefused } from "#features/teams/authorize-refused.tsx";

/** Where an AI client leads that asks to be let in, and where a browser is led whose client cannot be. */
export const Route = createFileRoute("/authorize")({
  validateSearch: (search: Record<string, unknown>): { id?: string; refused?: string } => {
    const { id, refused } = search;
    return { ...(id !== undefined && { id: String(id) }), ...(refused !== undefined && { refused: String(refused) }) };
  },
  beforeLoad: async ({ context: { queryClient }, location, search }) => {
    if (search.id === undefined || (await queryClient.ensureQueryData(sessionQuery))) return;
    throw redirect({ to: "/sign-in", search: { to: location.href } });
  },
  component: AuthorizeRoute,
});

function AuthorizeRoute() {
  const { id, refused } = Route.useSearch();
  return id === undefined ? <AuthorizeRefused reason={refused} /> : <AuthorizePage key={id} id={id} />;
}
