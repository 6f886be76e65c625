import { type OrganizationRole, organizationRoleNames, organizationRoles, roleNames, type TeamRole, teamRoles } from "#contract/roles.ts";
import { type Refusal, refuse } from "./refusal.ts";

/** The 403 of what somebody's role in a team is too low for. */
export function needsRole(least: TeamRole): Refusal {
  return refuse("forbidden", `This needs the role ${roleNames[least]}${orHigher(least, teamRoles)} in this team.`);
}

/** The same in an organization. */
export function needsOrganizationRole(least: OrganizationRole): Refusal {
  return refuse(
    "forbidden",
    `This needs the role ${organizationRoleNames[least]}${orHigher(least, organizationRoles)} in the organization.`,
  );
}

/** Nothing is said of higher roles than the highest. */
function orHigher<R>(least: R, highestFirst: readonly R[]): string {
  return least === highestFirst[0] ? "" : " or higher";
}
