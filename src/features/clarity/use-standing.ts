import { useSession, useTeam } from "#api/session.ts";
import { type Standing, standingOf } from "#contract/clarity/rights.ts";

/** The signed-in person in the organization of the address's team. */
export function useStanding(): Standing & { readonly orgId: string | undefined } {
  const session = useSession();
  const orgId = useTeam()?.organization_id ?? undefined;
  const role = session.organizations.find(({ id }) => id === orgId)?.role;
  return {
    orgId,
    ...standingOf(
      role,
      session.teams.filter(({ organization_id }) => organization_id === orgId),
    ),
  };
}
