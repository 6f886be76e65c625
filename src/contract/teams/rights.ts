import type { Who } from "#contract/rights.ts";
import { type OrganizationRole, type TeamRole, atLeast, atLeastInOrganization, teamRoles } from "#contract/roles.ts";

/** The team's views are the Managers'; a personal one is seen by its owner alone. */
export function mayChangeView({ scope }: { readonly scope: "personal" | "team" }, { role }: Who): boolean {
  return scope === "personal" || atLeast(role, "team:manager");
}

/** Whether a view is there for somebody: the team's, and one's own. */
export function seesView({ owner_id }: { readonly owner_id: string | null }, { userId }: Pick<Who, "userId">): boolean {
  return owner_id === null || owner_id === userId;
}

/** Nobody gives a role above their own. */
export function mayGrant(role: TeamRole, giver: Pick<Who, "role">): boolean {
  return atLeast(giver.role, role);
}

/** An invite to a team is sent, changed and handed over by a person who can give its role: its link lets in whoever has it. */
export function mayHandOver({ role }: { readonly role: TeamRole }, giver: Who): boolean {
  return mayGrant(role, giver);
}

/** The roles that a screen offers to somebody who gives one. */
export function rolesToGive(giver: Pick<Who, "role">): TeamRole[] {
  return teamRoles.filter((role) => mayGrant(role, giver));
}

interface InTeam {
  readonly id: string;
  readonly role: TeamRole;
  /** It comes from the organization alone. */
  readonly inheritedFromOrg: boolean;
}

/** Managers and above, and nobody for somebody above them. A role that comes from the organization is changed there. */
export function mayChangeRole({ role, inheritedFromOrg }: InTeam, who: Who): boolean {
  return !inheritedFromOrg && atLeast(who.role, "team:manager") && atLeast(who.role, role);
}

/** Anybody may leave. Administrators remove others who do not stand above them. */
export function mayRemoveMember({ id, role, inheritedFromOrg }: InTeam, who: Who): boolean {
  return !inheritedFromOrg && (id === who.userId || (atLeast(who.role, "team:superadmin") && atLeast(who.role, role)));
}

interface InOrganization {
  readonly id: string;
  readonly role: OrganizationRole;
}

/** Nobody changes the role of somebody who stands above them, or gives one above their own. */
export function mayGrantInOrganization(role: OrganizationRole, giver: { readonly role: OrganizationRole }): boolean {
  return atLeastInOrganization(giver.role, role);
}

export function mayRemoveFromOrganization({ id, role }: InOrganization, who: { readonly userId: string; readonly role: OrganizationRole }) {
  return id === who.userId || (atLeastInOrganization(who.role, "organization:admin") && atLeastInOrganization(who.role, role));
}
