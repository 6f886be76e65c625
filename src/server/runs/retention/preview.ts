import { type SQL, sql } from "drizzle-orm";
import type { RetentionPreview, WorkDays, WorkKind } from "#contract/teams/retention.ts";
import { isoInstant } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { inSnapshot } from "#server/platform/db/snapshot.ts";
import { historyOver, removable } from "./closed-cases.ts";
import { hanging, perhapsHanging } from "./hanging.ts";

/** What would go now if an organization kept things for so many days. Exact: it asks what a removal asks, in one snapshot. */
export async function previewRemoval(db: Db, organizationId: string, days: WorkDays): Promise<Pick<RetentionPreview, WorkKind>> {
  const mine = sql`mine as materialized (select id from teams where organization_id = ${organizationId}),
    held as materialized (select r.id, r.completed_at from runs r
      where r.id = any(array(${perhapsHanging})) and r.team_id in (select id from mine) and r.completed_at is not null and ${hanging})`;
  return inSnapshot(db, async (at) => ({
    runs: await runsGoing(at, mine, days.runs),
    sandboxes: await sandboxesGoing(at, mine, days),
    verdicts: await verdictsGoing(at, organizationId, days.verdicts),
    case_events: await caseEventsGoing(at, organizationId, days.case_events),
  }));
}

const nothing = { count: 0, first_at: null };

async function runsGoing(db: Db, mine: SQL, days: number | null): Promise<RetentionPreview["runs"]> {
  if (days === null) return nothing;
  const { rows } = await db.execute<{ count: number; first_at: string | null }>(sql`
    with ${mine}
    select (select count(*) from mine join runs r on r.team_id = mine.id and r.completed_at < ${before(days)})::int
        - (select count(*) from held where completed_at < ${before(days)})::int as count,
      (select min(first) from mine, lateral (
        select completed_at as first from runs r where r.team_id = mine.id and r.completed_at is not null and r.id not in (select id from held)
        order by completed_at limit 1) f) + make_interval(days => ${days}::int) as first_at`);
  return withInstant(rows[0]);
}

/**
 * A sandbox goes once each of its runs either goes itself or ended before the days of sandboxes. What holds a run back holds its files back too,
 * unless their own days are over.
 */
async function sandboxesGoing(db: Db, mine: SQL, days: WorkDays): Promise<RetentionPreview["sandboxes"]> {
  const shortest = Math.min(...[days.runs, days.sandboxes].filter((each) => each !== null));
  if (!Number.isFinite(shortest)) return { ...nothing, bytes: 0 };
  const stays = days.runs === null ? sql`true` : sql`(r.completed_at >= ${before(days.runs)} or r.id in (select id from held))`;
  const goes = days.sandboxes === null ? sql`u.stays is null` : sql`(u.stays is null or u.stays < ${before(days.sandboxes)})`;
  const { rows } = await db.execute<{ count: number; bytes: number; first_at: string | null }>(sql`
    with ${mine},
    used as (
      select r.sandbox_id, max(r.completed_at) as ended, max(r.completed_at) filter (where ${stays}) as stays
      from mine join runs r on r.team_id = mine.id where r.completed_at is not null and r.sandbox_id is not null group by 1),
    busy as (select r.sandbox_id from mine join runs r on r.team_id = mine.id and r.completed_at is null and r.sandbox_id is not null)
    select count(*) filter (where ${goes})::int as count,
      coalesce(sum(s.bytes) filter (where ${goes}), 0)::float8 as bytes,
      min(u.ended) + make_interval(days => ${shortest}::int) as first_at
    from used u join sandboxes s on s.id = u.sandbox_id where u.sandbox_id not in (select sandbox_id from busy)`);
  return withInstant(rows[0] ?? { ...nothing, bytes: 0 });
}

async function verdictsGoing(db: Db, organizationId: string, days: number | null): Promise<RetentionPreview["verdicts"]> {
  if (days === null) return nothing;
  const { rows } = await db.execute<{ count: number; first_at: string | null }>(sql`
    with found as (
      select e.evaluated_at from teams t join agents a on a.team_id = t.id join run_evaluations e on e.agent_id = a.id
      where t.organization_id = ${organizationId} and e.evaluated_at is not null
      union all select e.evaluated_at from teams t join queues q on q.team_id = t.id join case_evaluations e on e.queue_id = q.id
      where t.organization_id = ${organizationId} and e.evaluated_at is not null)
    select count(*) filter (where evaluated_at < ${before(days)})::int as count,
      min(evaluated_at) + make_interval(days => ${days}::int) as first_at from found`);
  return withInstant(rows[0]);
}

async function caseEventsGoing(db: Db, organizationId: string, days: number | null): Promise<RetentionPreview["case_events"]> {
  if (days === null) return { ...nothing, cases: 0 };
  const mine = sql`from teams t join queues q on q.team_id = t.id join cases c on c.queue_id = q.id`;
  const { rows } = await db.execute<{ count: number; cases: number; first_at: string | null }>(sql`
    select g.count, g.cases, (
      select min(c.completed_at) + make_interval(days => ${days}::int) ${mine}
      where t.organization_id = ${organizationId} and ${historyOver(sql`'infinity'`)}) as first_at
    from (
      select count(*)::int as count, count(distinct c.id)::int as cases ${mine} join case_events v on v.case_id = c.id
      where t.organization_id = ${organizationId} and ${historyOver(before(days))} and ${removable}) g`);
  return withInstant(rows[0] ?? { ...nothing, cases: 0 });
}

function before(days: number): SQL {
  return sql`now() - make_interval(days => ${days}::int)`;
}

function withInstant<T extends { first_at: string | null }>(row: T | undefined): T {
  if (!row) throw new Error("counting returned no row");
  return { ...row, first_at: row.first_at && isoInstant(row.first_at) };
}
