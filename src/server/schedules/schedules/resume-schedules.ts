import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/open.ts";
import { zoneRules } from "#server/platform/zone-offsets.ts";
import { countsFrom, storeTime } from "#server/schedules/firings/firings.store.ts";
import { nextDueTime } from "#server/schedules/instants/due-times.ts";
import { schedules } from "#server/schedules/schedules.table.ts";

/** The schedules of an automation's agents begin from now: nothing of what passed while they were away is made up for. */
export async function resumeSchedules(db: Db, automationId: string): Promise<void> {
  const now = await storeTime(db);
  const rows = await db
    .select()
    .from(schedules)
    .where(
      and(
        schedules.enabled,
        sql`${schedules.agent_id} in (select id from agents where automation_id = ${automationId} and deleted_at is null)`,
      ),
    )
    .orderBy(schedules.id)
    .for("update");
  for (const row of rows)
    await db
      .update(schedules)
      .set({ next_fire_at: nextDueTime(row, await countsFrom(db, row.id, now)), zone_rules: zoneRules })
      .where(eq(schedules.id, row.id));
}
