import type { OrganizationRole } from "#contract/roles.ts";
import type * as contract from "#contract/teams/organization-members.ts";
import { mayGrantInOrganization, mayRemoveFromOrganization } from "#contract/teams/rights.ts";
import type { MembershipContext } from "#server/engine/membership-part.ts";
import { inPortions } from "#server/platform/db/portions.ts";
import { inSnapshot } from "#server/platform/db/snapshot.ts";
import type { Context, Handlers } from "#server/platform/http/context.ts";
import { needsOrganizationRole } from "#server/platform/http/needs-role.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { endMembership, previewLeaving } from "./leaving.ts";
import { findMember, lockTeam } from "./members.store.ts";
import * as store from "./organization-members.store.ts";

export const organizationMemberHandlers: Handlers<typeof contract, MembershipContext> = {
  async listOrganizationMembers({ params, query }, { db }) {
    const { limit, offset } = query;
    return { ...(await inSnapshot(db, (at) => store.listOrganizationMembers(at, params.orgId, query))), limit, offset };
  },

  async exportOrganizationMembers({ params: { orgId }, body }, { db, config }) {
    const ids = await store.listOrganizationMemberIds(db, orgId, body, config.exportRows + 1);
    return {
      name: "people",
      total: ids.length,
      pages: inPortions(ids, 500, (portion) => store.readOrganizationMembers(db, orgId, portion)),
    };
  },

  async updateOrganizationMember({ params, body }, context) {
    const { db, changed } = context;
    const { orgId, memberId } = params;
    const { member, who } = await locked(context, orgId, memberId);
    for (const role of [member.role, body.role]) if (!mayGrantInOrganization(role, who)) throw needsOrganizationRole(role);
    if (body.role !== "organization:executive") await keepExecutive(context, orgId, member);
    await store.setOrganizationRole(db, orgId, memberId, body.role);
    await tell(context, orgId);
    changed("access", "*", memberId);
    return { member: { ...member, role: body.role } };
  },

  async removeOrganizationMember({ params }, context) {
    const { db, changed, live } = context;
    const { orgId, memberId } = params;
    const { member, who } = await locked(context, orgId, memberId);
    if (!mayRemoveFromOrganization(member, who)) throw needsOrganizationRole(member.role);
    await keepExecutive(context, orgId, member);
    await store.deleteOrganizationMember(db, orgId, memberId);
    for (const teamId of await store.joinedTeams(db, orgId, memberId)) {
      await lockTeam(db, teamId);
      const inTeam = await findMember(db, teamId, memberId);
      if (!inTeam) continue;
      await endMembership(context, teamId, inTeam);
      for (const topic of ["schedule", "event_trigger"] as const) live.publish({ teamId, topic, id: "*", userId: memberId });
    }
    await tell(context, orgId);
    changed("access", "*", memberId);
    return { success: true };
  },

  async previewOrganizationMemberRemoval({ params }, { db, memberships }) {
    const { orgId, memberId } = params;
    if (!(await store.findOrganizationMember(db, orgId, memberId))) throw refuse("not_found");
    const teams = await store.joinedTeams(db, orgId, memberId);
    return previewLeaving(
      db,
      memberships,
      teams.map((teamId) => ({ teamId, userId: memberId })),
    );
  },
};

/** A member under the lock of the organization, and the caller as they are by now. */
async function locked({ db, caller }: Context, orgId: string, memberId: string) {
  await store.lockOrganization(db, orgId);
  const [member, self] = [
    await store.findOrganizationMember(db, orgId, memberId),
    await store.findOrganizationMember(db, orgId, caller.userId),
  ];
  if (!member || !self) throw refuse("not_found");
  return { member, who: { userId: caller.userId, role: self.role } };
}

async function keepExecutive(
  { db }: Context,
  orgId: string,
  member: { readonly id: string; readonly role: OrganizationRole },
): Promise<void> {
  if (member.role === "organization:executive" && !(await store.hasOtherExecutive(db, orgId, member.id))) throw refuse("last_executive");
}

/** Who administers an organization is listed in each of its teams. */
async function tell({ db, live }: Context, orgId: string): Promise<void> {
  for (const teamId of await store.teamsOf(db, orgId)) live.publish({ teamId, topic: "member", id: "*" });
}
