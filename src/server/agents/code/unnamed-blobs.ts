import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/open.ts";
import { agents, codeBlobs, revisions } from "#server/agents/agents/agents.table.ts";
import { builderRuns } from "#server/agents/generation/builder-runs.table.ts";
import type { Services } from "#server/platform/http/context.ts";
import { orphan } from "#server/library/room/orphans.store.ts";

const portion = 100;

/**
 * Removes blobs that nobody needed for a day and no revision names. Whoever names one marks it as needed first, so that it either stays or is
 * missing to them. Each that is named is looked at once a day.
 */
export async function removeUnnamedBlobs({ store }: Pick<Services, "store">): Promise<void> {
  let looked = portion;
  while (looked === portion) looked = await store.db.transaction(removeSome);
}

async function removeSome(tx: Db): Promise<number> {
  const { rows } = await tx.execute<{ object_key: string; named: boolean }>(sql`
    with old as materialized (
      select team_id, sha256, object_key from ${codeBlobs} where needed_at < now() - interval '1 day' order by needed_at limit ${portion} for update skip locked),
    teams as (select distinct team_id from old),
    proposed as materialized (
      select g.team_id, f ->> 'sha256' as sha256 from ${builderRuns} g,
        jsonb_array_elements(coalesce(${filesOf(sql`g.checkpoint_config`)}, '[]') || coalesce(${filesOf(sql`g.proposed_config`)}, '[]')) f
      where g.team_id in (select team_id from teams)),
    looked as (
      select o.*, exists (select from ${revisions} r join ${agents} a on a.id = r.agent_id where a.team_id = o.team_id
          and ${filesOf(sql`r.config`)} @> jsonb_build_array(jsonb_build_object('sha256', o.sha256)))
        or exists (select from proposed p where p.team_id = o.team_id and p.sha256 = o.sha256) as named
      from old o),
    kept as (
      update ${codeBlobs} b set needed_at = now() from looked l where l.named and b.team_id = l.team_id and b.sha256 = l.sha256),
    gone as (
      delete from ${codeBlobs} b using looked l where not l.named and b.team_id = l.team_id and b.sha256 = l.sha256)
    select object_key, named from looked`);
  await orphan(
    tx,
    rows.filter(({ named }) => !named).map(({ object_key }) => object_key),
  );
  return rows.length;
}

function filesOf(config: SQL): SQL {
  return sql`${config} -> 'data' -> 'source' -> 'bundle' -> 'files'`;
}
