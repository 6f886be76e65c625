import type * as contract from "#contract/teams/join-requests.ts";
import { mayGrant } from "#contract/teams/rights.ts";
import { teamEvents } from "#contract/teams/events.ts";
import { record } from "#server/platform/events/record.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { needsRole } from "#server/platform/http/needs-role.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { findMember, lockTeam } from "#server/teams/members/members.store.ts";
import { findTeamRecord } from "#server/teams/teams/teams.store.ts";
import { addMember, organizationOf } from "./invites.store.ts";
import * as store from "./join-requests.store.ts";

export const joinRequestHandlers: Handlers<typeof contract> = {
  async requestToJoin({ params: { teamId } }, { db, caller, live, changed }) {
    if (caller.teamId !== null) throw refuse("forbidden", "A key of one team joins no other team. Use a key of all teams, or the console.");
    await lockTeam(db, teamId);
    const team = await findTeamRecord(db, teamId);
    if (!team?.organization_id) throw refuse("not_found");
    if ((await findMember(db, teamId, caller.userId))?.own) throw refuse("already_member");
    const status = team.discovery_mode === "auto" ? "joined" : "requested";
    if (status === "joined") {
      const to = {
        organizationId: team.organization_id,
        organizationRole: "organization:member",
        teamId,
        teamRole: "team:member",
      } as const;
      await addMember(db, caller.userId, to);
      const actor = { kind: "user", id: caller.userId } as const;
      await record(db, teamEvents, { type: "member.joined", team: teamId, actor, subject: caller.userId, data: { role: "team:member" } });
      changed("access", "*", caller.userId);
    } else await store.insertRequest(db, teamId, caller.userId);
    for (const topic of ["member", "invite"] as const) live.publish({ teamId, topic, id: "*" });
    return { status };
  },

  async listJoinRequests(_input, { db, team }) {
    const requests = await store.listRequests(db, team.id);
    return { requests, total: requests.length };
  },

  async approveJoinRequest({ params: { memberId }, body }, { db, team, changed }) {
    if (!mayGrant(body.role, team)) throw needsRole(body.role);
    const organizationId = await organizationOf(db, team.id);
    if (!organizationId || !(await store.deleteRequest(db, team.id, memberId))) throw refuse("not_found");
    await addMember(db, memberId, { organizationId, organizationRole: "organization:member", teamId: team.id, teamRole: body.role });
    changed("access", "*", memberId);
    return { success: true };
  },

  async declineJoinRequest({ params: { memberId } }, { db, team }) {
    if (!(await store.deleteRequest(db, team.id, memberId))) throw refuse("not_found");
    return { success: true };
  },
};
