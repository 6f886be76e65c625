import { useQuery } from "@tanstack/react-query";
import { setupQuery } from "#api/session-query.ts";

/** How people sign in to this installation. `provider`: what the company's provider is called; without passwords there is one. */
export function useSignInWays(): { readonly passwords: boolean; readonly provider: string | null } {
  const { data } = useQuery(setupQuery);
  return { passwords: data?.passwords ?? true, provider: data?.provider ?? null };
}
