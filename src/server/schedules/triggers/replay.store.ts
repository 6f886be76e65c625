import { sourceName } from "./event-message.ts";
import { sql } from "drizzle-orm";
import type { EventFacts } from "#contract/schedules/trigger-filter.ts";
import type { TriggerType } from "#contract/schedules/trigger-words.ts";
import { withInstants } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";

export interface StoredEvent {
  readonly type: TriggerType;
  readonly facts: EventFacts;
  readonly content: string | null;
  /** Of the webhook source that it came by. */
  readonly source_name: string | null;
  readonly replayable: boolean;
  readonly occurred_at: string;
}

/** Whether what an event brought is still kept, so that a run can be told of it. `event`: the name of its row. */
export const isReplayable = (event: string) => sql<boolean>`${sql.raw(`(${event}.bytes = 0 or ${event}.content is not null)`)}`;

/** An event that a trigger had, or that came to its webhook source before it was there. */
export async function findReplayable(db: Db, triggerId: string, eventId: string): Promise<StoredEvent | undefined> {
  const { rows } = await db.execute(sql`
    select e.type, e.facts, e.content, ${sourceName} as source_name, ${isReplayable("e")} as replayable, e.occurred_at from trigger_events e, event_triggers t
    where e.id = ${eventId} and t.id = ${triggerId} and (exists (select from trigger_matches m where m.event_id = e.id and m.trigger_id = t.id)
      or (e.type = 'webhook_received' and e.source_id = t.integration_instance_id))`);
  const [found] = rows as unknown as StoredEvent[];
  return found && withInstants(found, "occurred_at");
}

/** A row of its own in what came of the event, so that what the run causes counts as caused by the trigger. */
export async function insertReplay(db: Db, triggerId: string, eventId: string, runId: string): Promise<void> {
  await db.execute(sql`
    insert into trigger_matches (event_id, trigger_id, replay, outcome, run_id, hops, occurred_at)
    select e.id, ${triggerId}::uuid, coalesce(max(m.replay), 0) + 1, 'replayed', ${runId}::uuid, coalesce(max(m.hops), 1), e.occurred_at
    from trigger_events e left join trigger_matches m on m.event_id = e.id and m.trigger_id = ${triggerId}::uuid
    where e.id = ${eventId} group by e.id`);
}
