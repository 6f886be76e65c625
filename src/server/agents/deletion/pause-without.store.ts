import { type SQL, sql } from "drizzle-orm";
import { scheduleEvents } from "#contract/schedules/events.ts";
import type { AutoDisabled } from "#contract/schedules/schedule.ts";
import type { Db } from "#server/platform/db/open.ts";
import { record } from "#server/platform/events/record.ts";
import { slotsMissing } from "#server/schedules/missing/missing-connections.store.ts";

const paused = sql`enabled = false, auto_disabled_at = clock_timestamp(), auto_disabled_reason = ${"missing_connection" satisfies AutoDisabled},
  updated_at = clock_timestamp()`;

interface Paused extends Record<string, unknown> {
  readonly id: string;
  readonly team: string;
  readonly agent_id: string;
}

/**
 * Takes a connection from some people: `whose` is a condition on what they pinned or made, an `x` with its `user_id`, and its agent `a`. Their pins go.
 * Their event triggers that listen to it stay, and so do their schedules of agents that need it. Those are paused, with the reason.
 */
export async function pauseWithout(db: Db, connectionId: string, whose: SQL, by: string): Promise<void> {
  const triggers = await db.execute<Paused>(sql`
    update event_triggers x set ${paused} from agents a
    where a.id = x.agent_id and x.connection_id = ${connectionId} and x.enabled and ${whose} returning x.id, a.team_id as team, x.agent_id`);
  const pins = await db.execute<{ agent_id: string; user_id: string }>(sql`
    delete from slot_pins x using revision_slots s join revisions r on r.id = s.build_id join agents a on a.id = r.agent_id
    where s.id = x.slot_id and x.connection_id = ${connectionId} and ${whose} returning r.agent_id, x.user_id`);
  const schedules = await db.execute<Paused>(sql`
    update schedules x set ${paused}, next_fire_at = null
    from agents a, (select distinct * from jsonb_to_recordset(${JSON.stringify(pins.rows)}::jsonb) as p(agent_id uuid, user_id uuid)) p
    where a.id = x.agent_id and x.agent_id = p.agent_id and x.user_id = p.user_id and x.enabled
      and exists (select from ${slotsMissing(sql`x.agent_id`, sql`x.user_id`)}) returning x.id, a.team_id as team, x.agent_id`);
  const noted = (type: "schedule.auto_disabled" | "event_trigger.auto_disabled", rows: readonly Paused[]) =>
    rows.map(({ id, team, agent_id }) => ({ type, team, subject: id, actor: { kind: "user", id: by }, data: { agent_id } }) as const);
  await record(
    db,
    scheduleEvents,
    ...noted("event_trigger.auto_disabled", triggers.rows),
    ...noted("schedule.auto_disabled", schedules.rows),
  );
}
