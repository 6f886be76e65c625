import { type SQL, sql } from "drizzle-orm";
import { type Deletion, type Effect, changedKinds, deletedKinds, maxNamed, stoppedKinds } from "#contract/deletion.ts";
import { displayStatuses } from "#contract/queues/case.ts";
import type { Db } from "#server/platform/db/open.ts";
import { activeStatuses } from "#server/engine/run-state.ts";

/** In one look at the store. Each part is a query of kind, id, name and count: a row for every named thing, or one row that counts. */
export async function findDeletion(db: Db, parts: readonly SQL[]): Promise<Deletion> {
  const { rows } = await db.execute<Record<keyof Effect, unknown>>(sql`
    with found (kind, id, name, n) as (${sql.join([...parts], sql` union all `)}),
    placed as (select *, row_number() over (partition by kind order by name collate "und-x-icu", id) as place from found where n > 0)
    select kind, sum(n)::float8 as count, coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by place)
      filter (where id is not null and place <= ${maxNamed}), '[]') as named from placed group by kind`);
  const effects = rows as unknown as Effect[];
  const of = (kinds: readonly string[]) => kinds.flatMap((kind) => effects.filter((effect) => effect.kind === kind));
  return { deleted: of(deletedKinds), stops: of(stoppedKinds), changes: of(changedKinds) };
}

/** A part for things that are only counted. */
export function countedAs(kind: Effect["kind"], count: SQL): SQL {
  return sql`select ${kind}::text, null::uuid, null::text, (${count})::bigint`;
}

/** A part for things that are named: `from` continues `select distinct id, name` of what is called `it`. */
export function namedAs(kind: Effect["kind"], from: SQL, name: SQL = sql`it.name`): SQL {
  return sql`select distinct ${kind}::text, it.id, ${name}, 1::bigint ${from}`;
}

/** A part for event triggers that are deleted or paused: `gone` is a condition on `t`. They are named by the agents of the team that they start. */
export function triggersOn(gone: SQL, teamId: string, kind: "eventTriggers" | "pausedTriggers" = "eventTriggers"): SQL {
  const known = sql`a.team_id = ${teamId} and a.deleted_at is null`;
  return sql`select ${kind}::text, l.id, l.name, count(*) from (
    select case when ${known} then a.id end as id, case when ${known} then a.name end as name
    from event_triggers t join agents a on a.id = t.agent_id where ${gone}) l group by l.id, l.name`;
}

/** What people call a queue. */
export const queueTitle = sql`coalesce(it.revision_name, it.name)`;

/**
 * A part for the agents of a team that use something: `uses` is a condition on `revisions r`. `startedBy` is one on the case trigger `t`
 * that goes on starting them.
 */
export function agentsUsing(teamId: string, uses: SQL, startedBy: SQL = sql`true`): SQL {
  return sql`select u.* from (
    with used as materialized (
      select a.id, a.name, bool_or(r.status = 'live') as live, bool_or(r.status = 'draft') as draft
      from revisions r join agents a on a.id = r.agent_id and a.deleted_at is null where a.team_id = ${teamId} and (${uses}) group by a.id)
    select 'live', id, name, 1::bigint from used where live
    union all select 'automatic', id, name, 1 from used where live and exists (
      select from case_triggers t join queues q on q.id = t.queue_id and q.deleted_at is null where t.agent_id = used.id and t.enabled and ${startedBy})
    union all select 'drafts', id, name, 1 from used where draft
    union all select 'previous', id, name, 1 from used where not live and not draft) u`;
}

const active = sql`any(${sql.param([...activeStatuses])}::text[])`;

/**
 * Parts for runs that would be interrupted: those that `owned` holds for, on `runs o`, and those that they asked other agents for.
 * `alsoRequests` counts what else people are asked that is withdrawn.
 */
export function runsStopped(owned: SQL, alsoRequests: SQL = sql`0`): SQL[] {
  const stopped = sql`(
    with recursive stopped as (
      select o.id from runs o where o.status = ${active} and ${owned}
      union select c.id from stopped p join runs c on c.parent_run_id = p.id where c.source = 'sub_agent' and c.status = ${active})
    select id from stopped)`;
  const requests = sql`select (select count(*) from human_requests h where h.run_id in ${stopped} and h.responded_at is null
    and h.cancelled_at is null) + ${alsoRequests}`;
  return [
    countedAs("runs", sql`select count(*) from ${stopped} s`),
    countedAs("asked", sql`select count(*) from ${stopped} s join runs o on o.id = s.id where not (${owned})`),
    countedAs("requests", requests),
  ];
}

/** The queues `it` whose case trigger `t` is deleted: `gone` is a condition on `t`, `stays` one on a queue that is not deleted too. */
const triggering = (gone: SQL, stays: SQL) =>
  sql`from case_triggers t join queues it on it.id = t.queue_id and it.deleted_at is null where (${gone}) and (${stays})`;

/** Parts for the queues that start what is deleted, and would if their trigger were not paused. */
export function queuesStarting(gone: SQL, stays: SQL = sql`true`): SQL[] {
  return [
    namedAs("paused", sql`${triggering(gone, stays)} and not t.enabled`, queueTitle),
    namedAs("started", sql`${triggering(gone, stays)} and t.enabled`, queueTitle),
    ...queuesLeft(gone, stays),
  ];
}

/** How many cases queues have: `scope` is a condition on the scope of their counts. What judges found is counted there once more, beside the states. */
export function casesIn(scope: SQL): SQL {
  return sql`select coalesce(sum(n), 0) from case_counts where status = any(${sql.param([...displayStatuses])}::text[]) and ${scope}`;
}

/** Parts for the queues that start no agent from then on, and for their cases. */
export function queuesLeft(gone: SQL, stays: SQL = sql`true`): SQL[] {
  const alone = sql`${triggering(gone, stays)} and t.enabled and not exists (select from case_triggers t join agents a on a.id = t.agent_id
    and a.deleted_at is null where t.queue_id = it.id and t.enabled and not (${gone}))`;
  return [
    namedAs("waiting", alone, queueTitle),
    countedAs("idle", sql`select coalesce(sum(n), 0) from case_counts where status = 'pending' and scope in (select it.id::text ${alone})`),
  ];
}
