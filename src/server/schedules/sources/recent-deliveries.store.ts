import { sql } from "drizzle-orm";
import { parseExact } from "#contract/exact-json.ts";
import type { EventFacts } from "#contract/schedules/trigger-filter.ts";
import { type TriggerType, mostTried } from "#contract/schedules/trigger-words.ts";
import { withInstants } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { ofSource } from "./of-source.ts";

interface Recent {
  readonly id: string;
  readonly occurred_at: string;
  readonly facts: EventFacts;
  readonly payload: unknown;
}

/** Characters of content that a filter is tried on: while it is, all others wait. The largest event has half as many. */
export const mostRead = 524_288;

/**
 * The newest events of a type that came from a source, the newest first; of a webhook source those whose content is there, and of another team's
 * connection those since it was granted.
 */
export async function recentDeliveries(
  db: Db,
  teamId: string,
  sourceId: string,
  type: TriggerType,
): Promise<{ events: Recent[]; more: boolean }> {
  const { rows } = await db.execute(sql`
    with newest as (
      select e.id, e.created_at, e.occurred_at, e.facts, e.content from trigger_events e
      where ${ofSource(sourceId)} and e.type = ${type} and (e.content is not null or e.type <> 'webhook_received')
        and (e.team_id = ${teamId} or e.occurred_at >= (select created_at from connection_grants where connection_id = ${sourceId} and team_id = ${teamId}))
      order by e.created_at desc, e.id desc limit ${mostTried}),
    summed as (select *, sum(coalesce(length(content), 0)) over (order by created_at desc, id desc) as read from newest)
    select id, occurred_at, facts, case when read <= ${mostRead} then content end as content, read <= ${mostRead} as is_read
    from summed order by created_at desc, id desc`);
  const found = rows as unknown as (Omit<Recent, "payload"> & { content: string | null; is_read: boolean })[];
  const events = found.filter(({ is_read }) => is_read);
  const read = events.map(({ content, is_read: _, ...row }) => ({
    ...withInstants(row, "occurred_at"),
    payload: content === null ? undefined : parseExact(content),
  }));
  return { events: read, more: events.length < found.length };
}
