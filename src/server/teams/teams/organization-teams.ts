import type * as contract from "#contract/teams/organization-teams.ts";
import { inSnapshot } from "#server/platform/db/snapshot.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { lockOrganization, teamsOf } from "#server/teams/members/organization-members.store.ts";
import { insertTeam, listOrganizationTeams, setDiscovery } from "./organization-teams.store.ts";

/** Of one organization (ours): whatever is told to all of its teams stays bounded. */
const mostTeams = 1_000;

export const organizationTeamHandlers: Handlers<typeof contract> = {
  listOrgTeams({ params, query }, { db, caller }) {
    return inSnapshot(db, (at) => listOrganizationTeams(at, params.orgId, caller.userId, query));
  },

  async createOrgTeam({ params, body }, { db, caller, changed, live }) {
    await lockOrganization(db, params.orgId);
    const teams = await teamsOf(db, params.orgId);
    if (teams.length >= mostTeams) throw refuse("too_many", `The organization has ${mostTeams} teams, as many as there may be.`);
    const id = await insertTeam(db, params.orgId, body.name, caller.userId);
    changed("access", "*", caller.userId);
    live.publish({ teamId: id, topic: "member", id: "*" });
    return { id, name: body.name };
  },

  async updateOrganizationDiscovery({ params: { orgId }, body }, { db, live }) {
    await lockOrganization(db, orgId);
    await setDiscovery(db, orgId, body.discoveryMode);
    for (const teamId of await teamsOf(db, orgId)) live.publish({ teamId, topic: "team", id: teamId });
    return body;
  },
};
