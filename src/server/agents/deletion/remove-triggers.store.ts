import { type SQL, sql } from "drizzle-orm";
import type { EventData } from "#contract/event.ts";
import { scheduleEvents } from "#contract/schedules/events.ts";
import type { Db } from "#server/platform/db/open.ts";
import { record } from "#server/platform/events/record.ts";

type Reason = EventData<"event_trigger.deleted">["reason"];

/**
 * Deletes event triggers for a person: `gone` is a condition on `t` of an agent `a`. What waited for its run starts nothing, and the event of the
 * deletion says so, in the team of the agent.
 */
export async function removeTriggers(db: Db, gone: SQL, userId: string, reason: Reason): Promise<void> {
  const { rows } = await db.execute<{ id: string; team: string; agent_id: string; dropped_events: number }>(sql`
    delete from event_triggers t using agents a where a.id = t.agent_id and ${gone} returning t.id, a.team_id as team, t.agent_id,
      (select count(*)::int from trigger_matches m where m.trigger_id = t.id and m.next_attempt_at is not null) as dropped_events`);
  const about = { type: "event_trigger.deleted", actor: { kind: "user", id: userId } } as const;
  await record(db, scheduleEvents, ...rows.map(({ id, team, ...data }) => ({ ...about, team, subject: id, data: { ...data, reason } })));
}
