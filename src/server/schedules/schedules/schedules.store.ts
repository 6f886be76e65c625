import { and, count, eq, sql } from "drizzle-orm";
import { type Timing, ownTiming } from "#contract/schedules/timing.ts";
import { newId } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { type ScheduleRecord, countsFrom } from "#server/schedules/firings/firings.store.ts";
import { nextDueTime } from "#server/schedules/instants/due-times.ts";
import { zoneRules } from "#server/platform/zone-offsets.ts";
import { schedules } from "#server/schedules/schedules.table.ts";
import { ofPerson } from "./schedule-rows.store.ts";

export type Fields = Required<Timing> & Pick<ScheduleRecord, "enabled" | "recurring" | "catch_up" | "overlap">;

/** How many schedules a person has on an agent: there come no others until the transaction ends. */
export async function countOwn(db: Db, agentId: string, userId: string): Promise<number> {
  await db.execute(sql`select from agents where id = ${agentId} for no key update`);
  const [own] = await db.select({ n: count() }).from(schedules).where(ofPerson(agentId, userId));
  return own?.n ?? 0;
}

export async function insertSchedule(db: Db, of: { agentId: string; userId: string; now: string }, fields: Fields): Promise<string> {
  const id = newId();
  const next_fire_at = fields.enabled ? nextDueTime(fields, of.now) : null;
  await db.insert(schedules).values({ ...fields, id, agent_id: of.agentId, user_id: of.userId, next_fire_at, zone_rules: zoneRules });
  return id;
}

export async function lockSchedule(db: Db, agentId: string, id: string): Promise<ScheduleRecord | undefined> {
  const [row] = await db
    .select()
    .from(schedules)
    .where(and(eq(schedules.id, id), eq(schedules.agent_id, agentId)))
    .for("update");
  return row;
}

/** Only a change of its times, or resuming it, moves the next due time, and never into the past. */
export async function patchSchedule(db: Db, before: ScheduleRecord, patch: Partial<Fields>, now: string): Promise<void> {
  const changed = { ...before, ...patch };
  const timing = ownTiming(pickTiming(changed));
  const moved = (Object.keys(timing) as (keyof Timing)[]).some((field) => timing[field] !== before[field]);
  const resumed = changed.enabled && !before.enabled;
  const after = moved || resumed ? await countsFrom(db, before.id, now) : now;
  await db
    .update(schedules)
    .set({
      ...patch,
      ...timing,
      ...((moved || resumed) && { next_fire_at: nextDueTime(timing, after), zone_rules: zoneRules }),
      ...(!changed.enabled && { next_fire_at: null }),
      ...(resumed && {
        auto_disabled_at: null,
        auto_disabled_reason: null,
        consecutive_missing_connection_failures: 0,
        first_missing_connection_failure_at: null,
        last_missing_connection_failure_at: null,
      }),
      ended_at: null,
      updated_at: sql`now()`,
    })
    .where(eq(schedules.id, before.id));
}

export function pickTiming({ frequency, time, timezone, day, day_of_month, cron }: Timing): Timing {
  // A record keeps the time as a text; the contract read it when it was stored.
  return { frequency, time, timezone, day, day_of_month, cron };
}

export async function removeSchedule(db: Db, id: string): Promise<void> {
  await db.delete(schedules).where(eq(schedules.id, id));
}
