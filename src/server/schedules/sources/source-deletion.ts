import { type SQL, sql } from "drizzle-orm";
import { countedAs } from "#server/agents/deletion/deletion.store.ts";

/** What deleting a webhook source deletes beside it. */
export function listenersOf(sourceId: string): SQL[] {
  return [countedAs("eventTriggers", sql`select count(*) from event_triggers where integration_instance_id = ${sourceId}`)];
}
