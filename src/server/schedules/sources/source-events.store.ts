import { sql } from "drizzle-orm";
import type { Reply } from "#contract/endpoint.ts";
import type { listWebhookSourceEvents } from "#contract/schedules/webhook-source-events.ts";
import type { WebhookEventRow } from "#contract/schedules/webhook-event.ts";
import { newId, withInstants } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { inSnapshot } from "#server/platform/db/snapshot.ts";
import { ofSource } from "./of-source.ts";
import { listListeners, listSourceMatches } from "./source-triggers.store.ts";

interface Arrived {
  readonly source: { readonly id: string; readonly team_id: string };
  readonly deliveryId: string;
  readonly type: string | null;
  readonly content: string;
  readonly test?: true;
  /** The only person whose triggers hear of it; null: everyone's do. */
  readonly onlyFor?: string | null;
  /** No trigger is asked. */
  readonly startsNothing?: boolean;
}

interface Kept {
  readonly id: string;
  readonly repeated: boolean;
  readonly differs: boolean;
}

/**
 * Stores an event, once for each delivery id of its source, in one statement: whoever is answered after it may forget the event. Says whether it
 * was there before, and whether it said something else then; where its content is no longer kept, only another length tells.
 */
export async function keepEvent(db: Db, { source, deliveryId, type, content, test, onlyFor, startsNothing }: Arrived): Promise<Kept> {
  const facts = { event_type: type, delivery_id: deliveryId };
  const { rows } = await db.execute<{ [Key in keyof Kept]: Kept[Key] }>(sql`
    insert into trigger_events as e (id, team_id, source_id, type, dedupe_key, facts, content, bytes, test, only_for, occurred_at, matched_at)
    values (${newId()}::uuid, ${source.team_id}::uuid, ${source.id}::uuid, 'webhook_received', ${deliveryId}, ${JSON.stringify(facts)}::jsonb,
      ${content}, ${Buffer.byteLength(content)}::int, ${test ?? false}, ${onlyFor ?? null}::uuid, now(),
      case when ${startsNothing ?? false} then now() end)
    on conflict (source_id, type, dedupe_key) do update set deliveries = e.deliveries + 1
    returning id, e.deliveries > 1 as repeated, coalesce(e.content <> ${content}, e.bytes <> ${Buffer.byteLength(content)}) as differs`);
  const [kept] = rows;
  if (!kept) throw new Error("an event was not stored");
  return kept;
}

const shown = sql`e.id, e.source_id, e.dedupe_key as delivery_id, e.facts ->> 'event_type' as event_type, e.test, e.bytes, e.deliveries,
  e.occurred_at, e.matched_at is not null as decided,
  coalesce((select jsonb_agg(jsonb_build_object('outcome', m.outcome, 'count', m.n) order by m.outcome) from (
    select outcome, count(*) as n from trigger_matches where event_id = e.id group by outcome) m), '[]') as outcomes`;

function toEvent(row: Record<string, unknown>): WebhookEventRow {
  return withInstants(row as unknown as WebhookEventRow, "occurred_at");
}

type SourceEvents = Omit<Reply<typeof listWebhookSourceEvents>, "limit" | "offset">;

interface Page {
  /** Whose triggers are said; null: everyone's. */
  readonly userId: string | null;
  readonly limit: number;
  readonly offset: number;
}

export async function listSourceEvents(db: Db, sourceId: string, { userId, limit, offset }: Page): Promise<SourceEvents> {
  return inSnapshot(db, async (at) => {
    const { rows } = await at.execute(
      sql`select ${shown} from trigger_events e where ${ofSource(sourceId)} order by e.created_at desc, e.id desc limit ${limit} offset ${offset}`,
    );
    const { rows: counted } = await at.execute<{ total: number }>(
      sql`select count(*)::int as total from trigger_events e where ${ofSource(sourceId)}`,
    );
    const ids = rows.map(({ id }) => id as string);
    return {
      events: rows.map(toEvent),
      matches: await listSourceMatches(at, ids, userId),
      listeners: await listListeners(at, sourceId, userId),
      total: counted[0]?.total ?? 0,
    };
  });
}

export async function findSourceEvent(
  db: Db,
  sourceId: string,
  eventId: string,
): Promise<{ event: WebhookEventRow; content: string | null } | undefined> {
  const { rows } = await db.execute(
    sql`select ${shown}, e.content from trigger_events e where ${ofSource(sourceId)} and e.id = ${eventId}`,
  );
  const [found] = rows;
  if (!found) return undefined;
  const { content, ...event } = found;
  return { event: toEvent(event), content: content as string | null };
}
