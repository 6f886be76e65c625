// Free of zod, so that a screen can ask for a role in the first chunk.

/** High to low, as the roles compare. `team:admin` of the sources is deprecated and not used. */
export const teamRoles = ["team:owner", "team:superadmin", "team:manager", "team:builder", "team:member", "team:clarity-member"] as const;
export type TeamRole = (typeof teamRoles)[number];

export const organizationRoles = ["organization:executive", "organization:owner", "organization:admin", "organization:member"] as const;
export type OrganizationRole = (typeof organizationRoles)[number];

/** Whether a role in an organization is `least` or higher. */
export function atLeastInOrganization(role: OrganizationRole, least: OrganizationRole): boolean {
  return organizationRoles.indexOf(role) <= organizationRoles.indexOf(least);
}

/** Whether `role` is `least` or higher. */
export function atLeast(role: TeamRole, least: TeamRole): boolean {
  return teamRoles.indexOf(role) <= teamRoles.indexOf(least);
}

/** What people read. */
export const roleNames: Record<TeamRole, string> = {
  "team:owner": "Owner",
  "team:superadmin": "Administrator",
  "team:manager": "Manager",
  "team:builder": "Builder",
  "team:member": "Member",
  "team:clarity-member": "Clarity member",
};

export const organizationRoleNames: Record<OrganizationRole, string> = {
  "organization:executive": "Executive",
  "organization:owner": "Owner",
  "organization:admin": "Administrator",
  "organization:member": "Member",
};
