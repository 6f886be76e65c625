import { atLeast } from "#contract/roles.ts";
import type * as contract from "#contract/teams/members.ts";
import { mayChangeRole, mayGrant, mayRemoveMember } from "#contract/teams/rights.ts";
import type { Who } from "#contract/rights.ts";
import type { MembershipContext } from "#server/engine/membership-part.ts";
import { inPortions } from "#server/platform/db/portions.ts";
import { inSnapshot } from "#server/platform/db/snapshot.ts";
import type { Context, Handlers } from "#server/platform/http/context.ts";
import { needsRole } from "#server/platform/http/needs-role.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { findRole } from "#server/teams/teams/teams.store.ts";
import { endMembership, previewLeaving } from "./leaving.ts";
import { findMember, hasOtherOwner, listMemberIds, listMembers, lockTeam, readMembers, setRole } from "./members.store.ts";

export const memberHandlers: Handlers<typeof contract, MembershipContext> = {
  async listTeamMembers({ query }, { db, team }) {
    const { limit, offset } = query;
    return { ...(await inSnapshot(db, (at) => listMembers(at, team.id, query))), limit, offset };
  },

  async exportTeamMembers({ body }, { db, team, config }) {
    const ids = await listMemberIds(db, team.id, body, config.exportRows + 1);
    return { name: "members", total: ids.length, pages: inPortions(ids, 500, (portion) => readMembers(db, team.id, portion)) };
  },

  async updateTeamMember({ params, body }, context) {
    const { db, team, changed } = context;
    const { member, who } = await locked(context, params.memberId);
    if (member.own === null) throw refuse("inherited_role");
    if (!mayChangeRole(member, who)) throw needsRole(member.role);
    if (!mayGrant(body.role, who)) throw needsRole(body.role);
    if (member.inherited && !atLeast(body.role, member.inherited)) throw refuse("inherited_role");
    if (member.own === "team:owner" && body.role !== "team:owner" && !(await hasOtherOwner(db, team.id, member.id)))
      throw refuse("last_owner");
    await setRole(db, team.id, member.id, body.role);
    changed("access", "*", member.id);
    const { own: _own, inherited: _inherited, ...shown } = member;
    return { member: { ...shown, role: body.role } };
  },

  async removeTeamMember({ params }, context) {
    const { team, changed } = context;
    const { member, who } = await locked(context, params.memberId);
    if (member.own === null) throw refuse("inherited_role");
    if (!mayRemoveMember(member, who)) throw needsRole(member.role);
    await endMembership(context, team.id, member);
    changed("access", "*", member.id);
    changed("schedule", "*", member.id);
    changed("event_trigger", "*", member.id);
    return { success: true };
  },

  async previewMemberRemoval({ params }, { db, team, memberships }) {
    const member = await findMember(db, team.id, params.memberId);
    if (!member) throw refuse("not_found");
    const ending = member.own === null || member.inherited ? [] : [{ teamId: team.id, userId: member.id }];
    return previewLeaving(db, memberships, ending);
  },
};

/** A member under the lock of the team, and the caller as they are by now. */
async function locked({ db, team, caller }: Context, memberId: string) {
  await lockTeam(db, team.id);
  const member = await findMember(db, team.id, memberId);
  if (!member) throw refuse("not_found");
  const role = await findRole(db, caller.userId, team.id);
  if (!role) throw refuse("not_found");
  const who: Who = { userId: caller.userId, role };
  return { member, who };
}
