import { atLeast } from "#contract/roles.ts";
import { countConnectionsOf } from "#server/dashboards/connections/dashboard-connections.store.ts";
import type { EngineServices } from "#server/engine/services.ts";
import type { Db } from "#server/platform/db/open.ts";
import { findRole } from "#server/teams/teams/teams.store.ts";
import { type ClaimedTurn, isStillHeld } from "./turn-log.ts";
import type { TurnReader } from "./turn-reading.ts";

/** The rights of the author, as they are now. */
export async function readerOf(services: EngineServices, held: ClaimedTurn): Promise<TurnReader | undefined> {
  const { author_user_id: userId, team_id: teamId, artifact_id: recordId, created_by_user_id } = held;
  const { db } = services.store;
  const role = userId === null ? undefined : await findRole(db, userId, teamId);
  if (!role || userId === null || !atLeast(role, "team:member")) return undefined;
  const dashboard = { id: recordId, team_id: teamId, created_by_user_id };
  const reads = userId === created_by_user_id && (await countConnectionsOf(db, recordId)) > 0;
  const connections = reads && { connections: { services, dashboard, goesOn: (tx: Db) => isStillHeld(tx, held) } };
  return { db, viewer: { teamId, userId, role, recordId }, ...connections };
}
