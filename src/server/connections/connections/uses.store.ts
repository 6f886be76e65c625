import { sql } from "drizzle-orm";
import type { ConnectionListener } from "#contract/connections/connection-uses.ts";
import type { Db } from "#server/platform/db/open.ts";

const maxListed = 200;

/** Each use of a connection by an agent, by a pin of a revision or by an event trigger; `live`: new runs have it, or it starts some. */
export const agentUses = sql`(select p.connection_id, r.agent_id, r.status = 'live' as live
    from slot_pins p join revision_slots s on s.id = p.slot_id join revisions r on r.id = s.build_id
  union all select connection_id, agent_id, enabled from event_triggers where connection_id is not null)`;

/** The agents of its team that listen to a connection, those that it starts first. */
export async function listListeners(db: Db, { id, team_id }: { readonly id: string; readonly team_id: string }) {
  const { rows } = await db.execute<ConnectionListener & { total: number } & Record<string, unknown>>(sql`
    select a.id as agent_id, a.name as agent_name, count(*)::int as triggers, (count(*) filter (where t.enabled))::int as active,
      (count(*) over ())::int as total
    from event_triggers t join agents a on a.id = t.agent_id and a.deleted_at is null where t.connection_id = ${id} and a.team_id = ${team_id}
    group by a.id order by bool_or(t.enabled) desc, a.name collate "und-x-icu", a.id limit ${maxListed}`);
  return { listeners: rows.map(({ total: _, ...listener }) => listener), total_listeners: rows[0]?.total ?? 0 };
}
