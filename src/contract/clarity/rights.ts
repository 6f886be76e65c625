import { type Who, isBy } from "#contract/rights.ts";
import { atLeast, atLeastInOrganization, onlyContributes, type OrganizationRole, type TeamRole } from "#contract/roles.ts";

/** What decides who may do what with a process. */
export interface Owned {
  readonly user_id: string;
  readonly visibility: "team" | "restricted";
}

/** Members see the processes of their team; a restricted one only its creator and Managers. */
export function seesProcess({ user_id, visibility }: Owned, who: Who): boolean {
  return atLeast(who.role, "team:member") && (visibility === "team" || isBy(user_id, who) || atLeast(who.role, "team:manager"));
}

/** Whoever sees a process can be asked about it, and a Clarity Member about what the whole team sees. */
export function canBeAsked(about: Owned, who: Who): boolean {
  return seesProcess(about, who) || (onlyContributes(who.role) && about.visibility === "team");
}

/** Its creator, and Administrators. */
export function deletesProcess({ user_id }: Pick<Owned, "user_id">, who: Who): boolean {
  return isBy(user_id, who) || atLeast(who.role, "team:superadmin");
}

/** Its creator, and Managers. */
export function invitesGuests({ user_id }: Pick<Owned, "user_id">, who: Who): boolean {
  return isBy(user_id, who) || atLeast(who.role, "team:manager");
}

/** Who contributed it, and Managers. */
export function deletesCapture({ userId }: { readonly userId: string }, who: Who): boolean {
  return isBy(userId, who) || atLeast(who.role, "team:manager");
}

/** Builders; who sees it is for its creator and Managers to say. */
export function restrictsProcess({ user_id }: Pick<Owned, "user_id">, who: Who): boolean {
  return isBy(user_id, who) || atLeast(who.role, "team:manager");
}

/** What somebody is in an organization: its administrator, and what in its teams. */
export interface Standing {
  readonly administers: boolean;
  readonly roles: ReadonlyMap<string, TeamRole>;
}

/** What decides who changes a place of the landscape. `teamId`: of a process. */
interface Managed {
  readonly kind: "area" | "process";
  readonly existence: "proposed" | "active";
  readonly teamId: string | null;
}

/** What somebody is, by their role in the organization and in its teams. */
export function standingOf(
  organization: OrganizationRole | undefined,
  teams: Iterable<{ readonly id: string; readonly role: TeamRole }>,
): Standing {
  return {
    administers: organization !== undefined && atLeastInOrganization(organization, "organization:admin"),
    roles: new Map([...teams].map(({ id, role }) => [id, role])),
  };
}

/** Areas and proposals are the organization's: everyone sees them who is a Member of one of its teams. */
export function seesLandscape(standing: Standing): boolean {
  return hasInAny(standing, "team:member");
}

/** Whether a process can be given to a team. */
export function acceptsFor({ roles }: Standing, teamId: string): boolean {
  const role = roles.get(teamId);
  return role !== undefined && atLeast(role, "team:manager");
}

/** Whether somebody has at least this role in one of the teams, or administers them all. */
export function hasInAny({ administers, roles }: Standing, least: TeamRole): boolean {
  return administers || [...roles.values()].some((role) => atLeast(role, least));
}

/** An area is for administrators of the organization, a process for Managers of its team, a proposal for any Manager. */
export function managesPlace({ kind, existence, teamId }: Managed, standing: Standing): boolean {
  const role = teamId === null ? undefined : standing.roles.get(teamId);
  if (teamId !== null) return role !== undefined && atLeast(role, "team:manager");
  return kind === "area" && existence === "active" ? standing.administers : hasInAny(standing, "team:manager");
}
