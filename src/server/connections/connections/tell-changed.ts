import type { Topic } from "#contract/topics.ts";
import { teamsGranted } from "#server/connections/grants/grants.store.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { LiveBus } from "#server/platform/live/live-bus.ts";
import type { ConnectionRecord } from "./connections.store.ts";

type Told = Pick<ConnectionRecord, "id" | "team_id" | "user_id">;

/**
 * Tells whoever has a connection in their list that it changed: its owner, or everybody in its team and in those that it is granted to. `also`: what
 * changed there with it.
 */
export async function tellChanged(
  db: Db,
  live: Pick<LiveBus, "publish">,
  { id, team_id, user_id }: Told,
  also: readonly Topic[] = [],
): Promise<void> {
  const to = user_id === null ? {} : { userId: user_id };
  for (const teamId of await teamsOf(db, { id, team_id, user_id })) {
    live.publish({ teamId, topic: "connection", id, ...to });
    for (const topic of also) live.publish({ teamId, topic, id: "*", ...to });
  }
}

/** Tells whoever sees it what a look at its server found. The topic is one that no look reads: else each look would call for the next. */
export async function tellLooked(db: Db, live: Pick<LiveBus, "publish">, connection: Told): Promise<void> {
  const to = connection.user_id === null ? {} : { userId: connection.user_id };
  for (const teamId of await teamsOf(db, connection)) live.publish({ teamId, topic: "revision_slot", id: "*", ...to });
}

async function teamsOf(db: Db, { id, team_id, user_id }: Told): Promise<string[]> {
  return user_id === null ? [team_id, ...(await teamsGranted(db, id))] : [team_id];
}

/** Tells teams that revisions, event triggers and schedules lost a connection there. */
export function tellLost(live: Pick<LiveBus, "publish">, teams: readonly string[]): void {
  for (const teamId of teams)
    for (const topic of ["revision_slot", "event_trigger", "schedule"] as const) live.publish({ teamId, topic, id: "*" });
}
