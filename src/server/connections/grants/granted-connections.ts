import type * as contract from "#contract/connections/granted-connections.ts";
import { findConnection } from "#server/connections/connections/connections.store.ts";
import type { Context, Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { endGrant } from "./both-teams.ts";
import { grantorOf, losersIn } from "./grants.store.ts";

/** Of the team that a connection is granted to. */
export const grantedConnectionHandlers: Handlers<typeof contract> = {
  async giveUpConnectionGrant({ params }, context) {
    const connection = await findConnection(context.db, await grantor(context, params.connection_id), params.connection_id, "update");
    if (!connection) throw refuse("not_found");
    await endGrant(context, "connection.grant_given_up", connection, context.team.id);
    return { success: true };
  },

  async previewGivingUpConnectionGrant({ params }, context) {
    await grantor(context, params.connection_id);
    return losersIn(context.db, params.connection_id, context.team.id);
  },
};

/** The team that lets the caller's use a connection, also while the organization does not allow it. Throws 404. */
async function grantor({ db, team }: Context, connectionId: string): Promise<string> {
  const teamId = await grantorOf(db, connectionId, team.id);
  if (teamId === undefined) throw refuse("not_found");
  return teamId;
}
