import { connectionEvents } from "#contract/connections/events.ts";
import type { ConnectionRecord } from "#server/connections/connections/connections.store.ts";
import { tellLost } from "#server/connections/connections/tell-changed.ts";
import { record } from "#server/platform/events/record.ts";
import type { Context } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { removeGrants } from "./grants.store.ts";

type Granted = Pick<ConnectionRecord, "id" | "team_id">;
type Ending = "connection.grant_revoked" | "connection.grant_given_up";

/** The endpoint records it for the team of the caller; the other one has it in its log too. */
export async function tellBoth(
  { db, live, team, caller }: Context,
  type: Ending | "connection.granted",
  { id, team_id }: Granted,
  to: string,
): Promise<void> {
  const actor = { kind: "user", id: caller.userId } as const;
  await record(db, connectionEvents, { type, team: team.id === to ? team_id : to, actor, subject: id, data: { team_id: to } });
  for (const teamId of [team_id, to]) live.publish({ teamId, topic: "connection", id });
}

/** The connection serves that team no longer. Throws 404 where it did not. */
export async function endGrant(context: Context, type: Ending, connection: Granted, to: string): Promise<void> {
  if (!(await removeGrants(context.db, connection.id, context.caller.userId, to))) throw refuse("not_found");
  await tellBoth(context, type, connection, to);
  tellLost(context.live, [connection.team_id, to]);
}
