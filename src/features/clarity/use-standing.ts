import { useSession, useTeam } from "#api/session.ts";
import type { Standing } from "#contract/clarity/rights.ts";
import { atLeastInOrganization } from "#contract/roles.ts";

/** The signed-in person in the organization of the address's team. */
export function useStanding(): Standing & { readonly orgId: string | undefined } {
  const session = useSession();
  const orgId = useTeam()?.organization_id ?? undefined;
  const role = session.organizations.find(({ id }) => id === orgId)?.role;
  return {
    orgId,
    administers: role !== undefined && atLeastInOrganization(role, "organization:admin"),
    roles: new Map(session.teams.filter(({ organization_id }) => organization_id === orgId).map((team) => [team.id, team.role])),
  };
}
