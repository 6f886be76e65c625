import { and, asc, eq, gt, lt } from "drizzle-orm";
import type { Db } from "#server/platform/db/open.ts";
import { nextDueTime } from "#server/schedules/instants/due-times.ts";
import { zoneRules } from "#server/platform/zone-offsets.ts";
import { schedules } from "#server/schedules/schedules.table.ts";
import { countsFrom, storeTime } from "./firings.store.ts";

/**
 * Finds the next due times again that were found by older rules of time zones than this process has: with another Node, a summer may begin on
 * another day. What is due already stays so. Older processes beside this one leave alone what newer rules have found.
 */
export async function applyZoneRules(db: Db, closed: () => boolean, atOnce = 200): Promise<void> {
  for (let found = atOnce; found === atOnce && !closed();) {
    found = await db.transaction(async (tx) => {
      const now = await storeTime(tx);
      const rows = await tx
        .select()
        .from(schedules)
        .where(and(lt(schedules.zone_rules, zoneRules), eq(schedules.enabled, true), gt(schedules.next_fire_at, now)))
        .orderBy(asc(schedules.id))
        .limit(atOnce)
        .for("update", { skipLocked: true });
      for (const row of rows)
        await tx
          .update(schedules)
          .set({ next_fire_at: nextDueTime(row, await countsFrom(tx, row.id, now)), zone_rules: zoneRules })
          .where(eq(schedules.id, row.id));
      return rows.length;
    });
  }
}
