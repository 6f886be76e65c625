import { createFileRoute, redirect } from "@tanstack/react-router";
import { sessionQuery, setupQuery } from "#api/session-query.ts";
import { destinationOf } from "#features/teams/sign-in-search.ts";
import { SignInPage } from "#features/teams/sign-in-page.tsx";

export const Route = createFileRoute("/sign-in")({
  // The router adds what is returned here to what stands in the address: a field that is left out stays as it was written there.
  validateSearch: ({ to }: Record<string, unknown>): { to?: string | undefined } => {
    const destination = destinationOf(to, location.origin);
    return { to: destination === "/" ? undefined : destination };
  },
  beforeLoad: async ({ context: { queryClient }, search }) => {
    const [session, setup] = await Promise.all([queryClient.ensureQueryData(sessionQuery), queryClient.fetchQuery(setupQuery)]);
    if (session) throw redirect({ href: destinationOf(search.to, location.origin) });
    if (setup.needed) throw redirect({ to: "/set-up" });
  },
  component: SignInPage,
});
