import { createFileRoute, redirect } from "@tanstack/react-router";
import { sessionQuery } from "#api/session-query.ts";
import { AuthorizePage } from "#features/teams/authorize-page.tsx";
import { AuthorizeRefused } from "#features/teams/authorize-refused.tsx";

/** Where an AI client leads that asks to be let in, and where a browser is led whose client cannot be. */
export const Route = createFileRoute("/authorize")({
  validateSearch: ({ id, refused }: Record<string, unknown>): { id?: string; refused?: string } => ({
    ...(isWord(id) && { id: `${id}` }),
    ...(isWord(refused) && { refused: `${refused}` }),
  }),
  beforeLoad: async ({ context: { queryClient }, location, search }) => {
    if (search.id === undefined || (await queryClient.ensureQueryData(sessionQuery))) return;
    throw redirect({ to: "/sign-in", search: { to: location.href } });
  },
  component: AuthorizeRoute,
});

/** Addresses spell what looks like a number as one. */
const isWord = (value: unknown): value is string | number => typeof value === "string" || typeof value === "number";

function AuthorizeRoute() {
  const { id, refused } = Route.useSearch();
  return id === undefined ? <AuthorizeRefused reason={refused} /> : <AuthorizePage key={id} id={id} />;
}
