import { type SQL, sql } from "drizzle-orm";
import type { EventMatch } from "#contract/schedules/event-triggers.ts";
import type { Listener } from "#contract/schedules/webhook-source-events.ts";
import { mostListeners, mostMatchesSaid } from "#contract/schedules/webhook-words.ts";
import { withInstants } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { isReplayable } from "#server/schedules/triggers/replay.store.ts";
import { listensTo } from "./of-source.ts";

/** Whose triggers and runs are said; null: everyone's. */
type Owner = string | null;

const own = (column: SQL, userId: Owner): SQL => (userId === null ? sql`true` : sql`${column} = ${userId}`);

/** The triggers that listen to a source, enabled ones first. */
export async function listListeners(db: Db, sourceId: string, userId: Owner): Promise<Listener[]> {
  const { rows } = await db.execute(sql`
    select t.id as trigger_id, t.agent_id, a.name as agent_name, t.user_id, u.name as user_name, t.enabled, t.filter_config
    from event_triggers t join agents a on a.id = t.agent_id and a.deleted_at is null join users u on u.id = t.user_id
    where ${listensTo(sql`${sourceId}`)} and ${own(sql`t.user_id`, userId)}
    order by t.enabled desc, a.name collate "und-x-icu", t.id limit ${mostListeners}`);
  return rows as unknown as Listener[];
}

/** What triggers made of events, and after that what persons did again with them. */
export async function listSourceMatches(db: Db, eventIds: readonly string[], userId: Owner): Promise<EventMatch[]> {
  const { rows } = await db.execute(sql`
    select m.* from unnest(${sql.param([...eventIds])}::uuid[]) with ordinality asked (id, place) cross join lateral (
      select m.event_id, m.trigger_id, t.agent_id, a.name as agent_name, e.type as trigger_type, m.occurred_at, e.facts, m.outcome,
        m.failing_field, m.unmatched, m.replay, case when m.replay > 0 then r.created_at end as replayed_at, r.id as run_id, r.status as run_status,
        ${isReplayable("e")} as replayable
      from trigger_matches m join trigger_events e on e.id = m.event_id join event_triggers t on t.id = m.trigger_id
      join agents a on a.id = t.agent_id left join runs r on r.id = m.run_id and ${own(sql`r.user_id`, userId)}
      where m.event_id = asked.id and ${own(sql`t.user_id`, userId)}
      order by m.replay, m.trigger_id limit ${mostMatchesSaid}) m
    order by asked.place, m.replay, m.trigger_id`);
  return (rows as unknown as EventMatch[]).map((row) => withInstants(row, "occurred_at", "replayed_at"));
}
