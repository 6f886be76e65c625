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

/** Whether a role opens what is for those who administer an organization: its people, its insights and its audit log. */
export function administersOrganization(role: OrganizationRole): boolean {
  return atLeastInOrganization(role, "organization:admin");
}

/** Whether `role` is `least` or higher. */
export function atLeast(role: TeamRole, least: TeamRole): boolean {
  return teamRoles.indexOf(role) <= teamRoles.indexOf(least);
}

/** Whether a role only contributes to what its person is asked about: it opens nothing else of the team. */
export function onlyContributes(role: TeamRole): boolean {
  return !atLeast(role, "team:member");
}

/**
 * The role that a role in an organization gives in every team of it, without joining: who administers an organization administers its teams.
 * The only place that says so.
 */
const inherited: Record<OrganizationRole, TeamRole | undefined> = {
  "organization:executive": "team:owner",
  "organization:owner": "team:owner",
  "organization:admin": "team:superadmin",
  "organization:member": undefined,
};

/** The roles in an organization that open every team of it; people with the others reach only teams that they joined. */
export const inheriting = organizationRoles.filter((role) => inherited[role] !== undefined);

/** A person's role in a team: as its member or by their role in its organization, whichever is higher; undefined for none. */
export function effectiveRole(team: TeamRole | null, organization: OrganizationRole | null): TeamRole | undefined {
  const given = organization ? inherited[organization] : undefined;
  if (!team) return given;
  return given && atLeast(given, team) ? given : team;
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

/** What a role in a team may do, each beside what the ones below it may. */
export const teamRoleWords: Record<TeamRole, string> = {
  "team:owner": "Everything an Administrator can do, plus: make others owners.",
  "team:superadmin": "Everything a Manager can do, plus: remove members.",
  "team:manager":
    "Everything a Builder can do, plus: see everyone’s runs and schedules, invite people, and manage queues, integrations and keys.",
  "team:builder": "Everything a Member can do, plus: write, accept and delete agents.",
  "team:member": "Start runs, work on cases and files, answer requests, and connect their own accounts.",
  "team:clarity-member": "Answer what they are asked about a process, and see its current version. Nothing else of the team.",
};

/** What a role in an organization may do. */
export const organizationRoleWords: Record<OrganizationRole, string> = {
  "organization:executive": "Everything an Owner can do, plus: make others executives.",
  "organization:owner": "Everything an Administrator can do, and Owner of every team.",
  "organization:admin": "Administrator of every team. Can invite people and see the audit log and insights.",
  "organization:member": "Member of the teams that they join or are invited to.",
};
