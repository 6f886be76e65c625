import { createFileRoute, redirect } from "@tanstack/react-router";
import { sessionQuery, setupQuery } from "#api/session-query.ts";
import { SignInPage } from "#features/teams/sign-in-page.tsx";

export const Route = createFileRoute("/sign-in")({
  validateSearch: (search: Record<string, unknown>): { to?: string } => {
    // Only an address of this console; anything else would let a link send people away after they signed in.
    const { to } = search;
    return typeof to === "string" && /^\/(?![/\\])/.test(to) ? { to } : {};
  },
  beforeLoad: async ({ context: { queryClient }, search }) => {
    const [session, setup] = await Promise.all([queryClient.ensureQueryData(sessionQuery), queryClient.fetchQuery(setupQuery)]);
    if (session) throw redirect({ href: search.to ?? "/" });
    if (setup.needed) throw redirect({ to: "/set-up" });
  },
  component: SignInPage,
});
