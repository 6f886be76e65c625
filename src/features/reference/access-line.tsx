import { useSession, useTeam } from "#api/session.ts";
import { isEnough, isEnoughInOrganization } from "#contract/rights.ts";
import { organizationRoleNames, roleNames } from "#contract/roles.ts";
import type { Detail } from "./queries.ts";

/** Who may call an operation, and whether the reader may. */
export function AccessLine({ detail }: { detail: Detail }) {
  const yours = useYours(detail);
  return (
    <span className="mt-2 block text-sm">
      {detail.access}
      {yours ? <span className={yours.enough ? "text-ink-3" : "text-failed"}> {yours.words}</span> : null}
    </span>
  );
}

function useYours({ needs }: Detail): { readonly enough: boolean; readonly words: string } | undefined {
  const { organizations } = useSession();
  const team = useTeam();
  if (needs.scope === "team" && team) {
    const enough = isEnough({ access: needs }, team.role);
    return { enough, words: `You are ${roleNames[team.role]} of ${team.name}${enough ? "." : ": the service refuses you."}` };
  }
  const organization = organizations.find(({ id }) => id === team?.organization_id) ?? organizations[0];
  if (needs.scope === "organization" && organization) {
    const enough = isEnoughInOrganization({ access: needs }, organization.role);
    const role = organizationRoleNames[organization.role];
    return { enough, words: `You are ${role} of ${organization.name}${enough ? "." : ": the service refuses you."}` };
  }
  return undefined;
}
