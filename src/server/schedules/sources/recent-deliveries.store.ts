import { sql } from "drizzle-orm";
import type { EventFacts } from "#contract/schedules/trigger-filter.ts";
import { mostTried } from "#contract/schedules/trigger-words.ts";
import { withInstants } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";

interface Recent {
  readonly id: string;
  readonly occurred_at: string;
  readonly facts: EventFacts;
  readonly payload: unknown;
}

/** Characters of content that a filter is tried on, so that somebody's typing does not hold up the others. */
const mostRead = 2_000_000;

/** The newest events of a webhook source whose content is there, the newest first. */
export async function recentDeliveries(db: Db, sourceId: string): Promise<Recent[]> {
  const { rows } = await db.execute(sql`
    with newest as (
      select id, created_at, occurred_at, facts, content from trigger_events
      where source_id = ${sourceId} and type = 'webhook_received' and content is not null order by created_at desc, id desc limit ${mostTried}),
    summed as (select *, sum(length(content)) over (order by created_at desc, id desc) as read from newest)
    select id, occurred_at, facts, content from summed where read <= ${mostRead} order by created_at desc, id desc`);
  const found = rows as unknown as (Omit<Recent, "payload"> & { content: string })[];
  return found.map(({ content, ...row }) => ({ ...withInstants(row, "occurred_at"), payload: JSON.parse(content) as unknown }));
}
