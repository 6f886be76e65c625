import { type SQL, and, count, desc, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import type { FiringOutcome } from "#contract/schedules/firing-outcomes.ts";
import type { ScheduleFiring } from "#contract/schedules/schedule-firings.ts";
import { runs } from "#server/engine/runs.table.ts";
import type { Db } from "#server/platform/db/open.ts";
import { inSnapshot } from "#server/platform/db/snapshot.ts";
import { scheduleFirings } from "#server/schedules/schedules.table.ts";

interface Page {
  readonly outcome?: FiringOutcome | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** What came of the due times of a schedule, the newest first. */
export async function listFirings(db: Db, scheduleId: string, page: Page): Promise<{ firings: ScheduleFiring[]; total: number }> {
  const where: SQL | undefined = and(
    eq(scheduleFirings.schedule_id, scheduleId),
    page.outcome && eq(scheduleFirings.outcome, page.outcome),
  );
  const [firings, [counted]] = await inSnapshot(db, (at) => {
    // Of what is passed over, nothing but an index is read.
    const ofPage = at
      .select({ due_at: scheduleFirings.due_at })
      .from(scheduleFirings)
      .where(where)
      .orderBy(desc(scheduleFirings.due_at))
      .limit(page.limit)
      .offset(page.offset);
    return Promise.all([
      at
        .select({ ...getTableColumns(scheduleFirings), run_status: runs.status })
        .from(scheduleFirings)
        .leftJoin(runs, eq(runs.id, scheduleFirings.run_id))
        .where(and(eq(scheduleFirings.schedule_id, scheduleId), inArray(scheduleFirings.due_at, ofPage)))
        .orderBy(desc(scheduleFirings.due_at)),
      at.select({ total: count() }).from(scheduleFirings).where(where),
    ]);
  });
  return { firings, total: counted?.total ?? 0 };
}

/** For how many days histories are kept. */
const historyDays = 90;

/** Forgets what is older, so many rows in a statement. */
export async function removeOldFirings(db: Db, closed: () => boolean, atOnce = 2_500): Promise<void> {
  const portion = sql`
    delete from ${scheduleFirings} where ctid = any(array(select ctid from ${scheduleFirings}
      where created_at < now() - make_interval(days => ${historyDays}::int) limit ${atOnce}))`;
  while (!closed() && (await db.execute(portion)).rowCount === atOnce);
}
