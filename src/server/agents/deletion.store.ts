import { type SQL, sql } from "drizzle-orm";
import { type Deletion, type Effect, deletedKinds, maxNamed, stoppedKinds } from "#contract/deletion.ts";
import type { Db } from "#server/db/open.ts";

/** In one look at the store. Each part is a query of kind, id, name and count: a row for every named thing, or one row that counts. */
export async function findDeletion(db: Db, parts: readonly SQL[]): Promise<Deletion> {
  const { rows } = await db.execute<Record<keyof Effect, unknown>>(sql`
    with found (kind, id, name, n) as (${sql.join([...parts], sql` union all `)}),
    placed as (select *, row_number() over (partition by kind order by name collate "und-x-icu", id) as place from found where n > 0)
    select kind, sum(n)::float8 as count, coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by place)
      filter (where id is not null and place <= ${maxNamed}), '[]') as named from placed group by kind`);
  const effects = rows as unknown as Effect[];
  const of = (kinds: readonly string[]) => kinds.flatMap((kind) => effects.filter((effect) => effect.kind === kind));
  return { deleted: of(deletedKinds), stops: of(stoppedKinds) };
}

/** A part for things that are only counted. */
export function countedAs(kind: Effect["kind"], count: SQL): SQL {
  return sql`select ${kind}::text, null::uuid, null::text, (${count})::bigint`;
}

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
