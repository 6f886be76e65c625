import { teamsGranted } from "#server/connections/grants/grants.store.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { LiveBus } from "#server/platform/live/live-bus.ts";
import type { ConnectionRecord } from "./connections.store.ts";

/** Tells whoever has a connection in their list that it changed: its owner, or everybody in its team and in those that it is granted to. */
export async function tellChanged(
  db: Db,
  live: Pick<LiveBus, "publish">,
  { id, team_id: teamId, user_id: userId }: Pick<ConnectionRecord, "id" | "team_id" | "user_id">,
): Promise<void> {
  if (userId !== null) return live.publish({ teamId, topic: "connection", id, userId });
  for (const each of [teamId, ...(await teamsGranted(db, id))]) live.publish({ teamId: each, topic: "connection", id });
}
