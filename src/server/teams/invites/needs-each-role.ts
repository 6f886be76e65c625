import { effectiveRole, type OrganizationRole } from "#contract/roles.ts";
import { mayGrant, mayGrantInOrganization } from "#contract/teams/rights.ts";
import type { Context } from "#server/platform/http/context.ts";
import { needsOrganizationRole, needsRole } from "#server/platform/http/needs-role.ts";
import { findOrganizationMember } from "#server/teams/members/organization-members.store.ts";
import type { InviteRow } from "./invites.store.ts";

/** Throws unless the caller can give each role of an invite: its link lets in whoever has it, whatever its list. */
export async function needsEachRole({ db, caller, team }: Context, row: InviteRow): Promise<void> {
  // A key of one team is a Member of the organization.
  const member = caller.teamId === null ? await findOrganizationMember(db, row.organization_id, caller.userId) : undefined;
  const inOrganization: OrganizationRole = member?.role ?? "organization:member";
  if (!mayGrantInOrganization(row.organization_role, { role: inOrganization })) throw needsOrganizationRole(row.organization_role);
  const role = (team as Context["team"] | undefined)?.role ?? effectiveRole(null, inOrganization);
  if (row.team_role && !(role && mayGrant(row.team_role, { role }))) throw needsRole(row.team_role);
}
