import { sql } from "drizzle-orm";
import { mostContents } from "#contract/schedules/webhook-words.ts";
import type { Db } from "#server/platform/db/open.ts";
import { ofSource } from "./of-source.ts";

/** The events of deleted sources, so many in a statement, and then the sources. */
export async function removeDeletedSources(db: Db, closed: () => boolean, atOnce = 1_000): Promise<void> {
  const { rows } = await db.execute<{ id: string }>(sql`select id from webhook_sources where deleted_at is not null`);
  for (const { id } of rows) {
    const portion = sql`
      delete from trigger_events where id = any(array(select e.id from trigger_events e where ${ofSource(id)} limit ${atOnce}))`;
    while (!closed() && (await db.execute(portion)).rowCount === atOnce);
    if (!closed()) await db.execute(sql`delete from webhook_sources where id = ${id}`);
  }
}

/** Contents take room: of each source, and each connection, the newest stay, and what waits for its run. An event without one is known still, so that a repeat of it starts nothing. */
export async function dropOldContents(db: Db, closed: () => boolean, kept = mostContents, atOnce = 500): Promise<void> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with recursive next (id) as (
      (select source_id from trigger_events where source_id <> team_id order by source_id limit 1)
      union all select (select e.source_id from trigger_events e where e.source_id > next.id and e.source_id <> e.team_id
        order by e.source_id limit 1) from next where next.id is not null)
    select id from next where id is not null`);
  for (const { id } of rows) {
    const portion = sql`
      update trigger_events set content = null where id = any(array(
        select e.id from (select id, matched_at from trigger_events e
          where ${ofSource(id)} and e.content is not null order by e.created_at desc, e.id desc offset ${kept}) e
        where e.matched_at is not null and not exists (
          select from trigger_matches m where m.event_id = e.id and m.next_attempt_at is not null) limit ${atOnce}))`;
    while (!closed() && (await db.execute(portion)).rowCount === atOnce);
  }
}
