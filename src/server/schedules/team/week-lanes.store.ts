import { sql } from "drizzle-orm";
import { type Lane, type LaneMark, mostDots, mostTicks } from "#contract/schedules/schedule-firings.ts";
import { anyOf } from "#server/platform/db/any-of.ts";
import { isoText } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";

/** What came of the due times of one schedule on one day of a week. */
export interface CameOfDay {
  readonly schedule_id: string;
  /** From 1. */
  readonly day: number;
  readonly ran: number;
  readonly failed: number;
  readonly missed: number;
  readonly skipped: number;
  readonly first: string;
  readonly last: string;
  /** All of a few; of many those that failed or were missed. */
  readonly marks: readonly LaneMark[];
}

export type NotStartedOf = Lane["not_started"][number] & { readonly schedule_id: string };

/** What came of the due times of some schedules, by the days whose first instants are given; the last one is the end. */
export async function cameInDays(
  db: Db,
  ids: readonly string[],
  days: readonly string[],
): Promise<{ came: CameOfDay[]; notStarted: NotStartedOf[] }> {
  const { rows } = await db.execute<{ came: CameOfDay[]; not_started: NotStartedOf[] }>(sql`
    with due as materialized (
      select f.schedule_id, width_bucket(f.due_at, ${sql.param([...days])}::timestamptz[]) as day, f.due_at, f.last_due_at, f.count, f.outcome, f.run_id,
        r.status as run_status,
        case when f.outcome = 'overlap' then 'skipped' when f.outcome not in ('started', 'by_hand') then 'missed' when r.status = 'failed' then 'failed' else 'ran' end as kind
      from schedule_firings f left join runs r on r.id = f.run_id
      where f.schedule_id = ${anyOf(ids)} and f.due_at >= ${days[0]}::timestamptz and f.due_at < ${days.at(-1)}::timestamptz),
    counted as materialized (
      select schedule_id, day, sum(count) as n, coalesce(sum(count) filter (where kind = 'ran'), 0) as ran, coalesce(sum(count) filter (where kind = 'failed'), 0) as failed,
        coalesce(sum(count) filter (where kind = 'missed'), 0) as missed, coalesce(sum(count) filter (where kind = 'skipped'), 0) as skipped,
        min(due_at) as first, max(last_due_at) as last
      from due group by 1, 2),
    told as (
      select d.*, row_number() over (partition by d.schedule_id, d.day order by d.due_at) as place from due d join counted c using (schedule_id, day)
      where c.n <= ${mostDots} or d.kind in ('failed', 'missed')),
    marked as (
      select schedule_id, day, jsonb_agg(jsonb_build_object('due_at', ${sql.raw(isoText("due_at"))}, 'outcome', outcome, 'count', count,
        'run_id', run_id, 'run_status', run_status) order by due_at) as marks
      from told where place <= ${mostTicks} group by 1, 2),
    not_started as (
      select schedule_id, outcome, sum(count) as count, min(due_at) as first, max(last_due_at) as last from due where kind in ('missed', 'skipped') group by 1, 2)
    select (select coalesce(jsonb_agg(jsonb_build_object('schedule_id', c.schedule_id, 'day', c.day, 'ran', c.ran, 'failed', c.failed, 'missed', c.missed,
        'skipped', c.skipped, 'first', ${sql.raw(isoText("c.first"))}, 'last', ${sql.raw(isoText("c.last"))}, 'marks', coalesce(m.marks, '[]'))), '[]')
      from counted c left join marked m using (schedule_id, day)) as came,
      (select coalesce(jsonb_agg(jsonb_build_object('schedule_id', schedule_id, 'outcome', outcome, 'count', count,
        'first', ${sql.raw(isoText("first"))}, 'last', ${sql.raw(isoText("last"))}) order by first), '[]') from not_started) as not_started`);
  return { came: rows[0]?.came ?? [], notStarted: rows[0]?.not_started ?? [] };
}
