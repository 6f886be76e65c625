import { createFileRoute } from "@tanstack/react-router";
import { sessionQuery } from "#api/session-query.ts";
import { type ProviderAnswer, ProviderReturn } from "#features/teams/provider-return.tsx";

/** Where the company's provider sends a browser back to. */
export const Route = createFileRoute("/sign-in-return")({
  // As they came: a code of digits is a number to the router, which would write it otherwise.
  validateSearch: (): ProviderAnswer => {
    const given = new URLSearchParams(location.search);
    const found = (["state", "code", "iss", "error"] as const).map((name) => [name, given.get(name)] as const);
    return Object.fromEntries(found.filter(([, value]) => value !== null));
  },
  // Whoever is asked for before the sign-in is somebody else than after it.
  beforeLoad: ({ context: { queryClient } }) => queryClient.ensureQueryData(sessionQuery).then(() => undefined),
  component: ReturnRoute,
});

function ReturnRoute() {
  const answer = Route.useSearch();
  return <ProviderReturn key={answer.state} answer={answer} />;
}
