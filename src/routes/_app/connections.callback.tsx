import { createFileRoute } from "@tanstack/react-router";
import { SignInReturn } from "#features/connections/oauth/sign-in-return.tsx";

/** A code of digits is a number to the router, which would write it otherwise than it came. */
function asWritten(name: string, parsed: unknown): string | undefined {
  if (typeof parsed === "string" || parsed === undefined) return parsed;
  return new URLSearchParams(location.search).get(name) ?? undefined;
}

/** Where other services send a browser back to. */
export const Route = createFileRoute("/_app/connections/callback")({
  validateSearch: (search: Record<string, unknown>): Partial<Record<"state" | "code" | "iss" | "error", string>> => {
    const found = (["state", "code", "iss", "error"] as const).map((name) => [name, asWritten(name, search[name])] as const);
    return Object.fromEntries(found.filter(([, value]) => value !== undefined));
  },
  component: ReturnRoute,
});

function ReturnRoute() {
  const brought = Route.useSearch();
  return <SignInReturn key={brought.state} brought={brought} />;
}
