import type * as contract from "#contract/connections/grants.ts";
import { maxGranted, maxGrants } from "#contract/connections/grants.ts";
import type { Effect } from "#contract/deletion.ts";
import { type ConnectionRecord, findConnection } from "#server/connections/connections/connections.store.ts";
import { requireSharing, requireVisible } from "#server/connections/rights.ts";
import type { Context, Handlers } from "#server/platform/http/context.ts";
import { invalid, refuse } from "#server/platform/http/refusal.ts";
import { teamsOf } from "#server/teams/members/organization-members.store.ts";
import { teamFor } from "#server/teams/teams/team-for.ts";
import { listReachableTeams } from "#server/teams/teams/teams.store.ts";
import { endGrant, tellBoth } from "./both-teams.ts";
import { countGrantedTo, insertGrant, isSharing, listGrants, losersIn, readSharing, setSharing } from "./grants.store.ts";

export const grantHandlers: Handlers<typeof contract> = {
  async listConnectionGrants({ params }, context) {
    const { id } = await required(context, params.connection_id);
    return { enabled: await isSharing(context.db, context.team.id), grants: await listGrants(context.db, id) };
  },

  async grantConnection({ params, body }, context) {
    const { db, caller, team } = context;
    const connection = await required(context, params.connection_id, "update");
    if (connection.user_id !== null) throw refuse("not_shared");
    requireSharing(context, true);
    const teamId = await otherTeam(context, body.team_id);
    if (!(await isSharing(db, team.id))) throw refuse("sharing_off");
    if ((await listGrants(db, connection.id)).length >= maxGrants) throw refuse("too_many", `At most ${maxGrants} teams use a connection.`);
    if ((await countGrantedTo(db, teamId)) >= maxGranted)
      throw refuse("too_many", `Other teams let it use ${maxGranted} connections already.`);
    if (!(await insertGrant(db, connection.id, teamId, caller.userId))) throw refuse("already_granted");
    await tellBoth(context, "connection.granted", connection, teamId);
    const [grant] = await listGrants(db, connection.id, teamId);
    if (!grant) throw new Error("insert returned no grant");
    return grant;
  },

  async revokeConnectionGrant({ params }, context) {
    const connection = await required(context, params.connection_id, "update");
    await endGrant(context, "connection.grant_revoked", connection, params.team_id);
    return { success: true };
  },

  async previewConnectionGrantRevocation({ params }, context) {
    const { db, caller } = context;
    const connection = await required(context, params.connection_id);
    if ((await listGrants(db, connection.id, params.team_id)).length === 0) throw refuse("not_found");
    const { deleted, stops, changes } = await losersIn(db, connection.id, params.team_id);
    const known = (await listReachableTeams(db, caller)).some(({ id }) => id === params.team_id);
    const shown = (effects: Effect[]) => (known ? effects : effects.map((effect) => ({ ...effect, named: [] })));
    return { deleted: shown(deleted), changes, stops: shown(stops) };
  },

  async getConnectionSharing({ params }, { db }) {
    return readSharing(db, params.orgId);
  },

  async updateConnectionSharing({ params: { orgId }, body }, { db, live }) {
    await setSharing(db, orgId, body.enabled);
    for (const teamId of await teamsOf(db, orgId)) live.publish({ teamId, topic: "connection", id: "*" });
    return readSharing(db, orgId);
  },
};

/** A connection of the team that the caller sees. Throws 404. */
async function required(context: Context, id: string, lock?: "update"): Promise<ConnectionRecord> {
  return requireVisible(context, await findConnection(context.db, context.team.id, id, lock));
}

/** Another team of the same organization in which the caller is a Manager too. */
async function otherTeam({ db, caller, team }: Context, teamId: string): Promise<string> {
  if (teamId === team.id) throw invalid(["team_id"], "It is a connection of this team already");
  const target = await teamFor({ db, caller }, teamId, "team:manager");
  const source = (await listReachableTeams(db, caller)).find(({ id }) => id === team.id);
  if (source?.organization_id !== target.organization_id) throw invalid(["team_id"], "Connections stay in their organization");
  return target.id;
}
