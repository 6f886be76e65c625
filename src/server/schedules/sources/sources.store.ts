import { type SQL, and, count, eq, isNull, sql } from "drizzle-orm";
import { receiveWebhook } from "#contract/schedules/webhook-source-events.ts";
import type { WebhookSource } from "#contract/schedules/webhook-sources.ts";
import { type RefusedFor, refusedThoughSigned } from "#contract/schedules/webhook-words.ts";
import { contains } from "#server/platform/db/letters.ts";
import { withInstants } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { unlessDuplicate } from "#server/platform/db/duplicate.ts";
import { inSnapshot } from "#server/platform/db/snapshot.ts";
import { removeTriggers } from "#server/agents/deletion/remove-triggers.store.ts";
import { listensTo } from "./of-source.ts";
import { webhookSources } from "./sources.table.ts";

export type SourceRecord = typeof webhookSources.$inferSelect;

const hooks = receiveWebhook.path.replace("{source_id}", "");
const shown = sql`s.id, s.team_id, s.name, s.sender, s.enabled, ${hooks}::text || s.id as path, s.sealed_secret <> '' as has_secret,
  case when s.former_secret_until > now() then s.former_secret_until end as former_secret_until, s.refused_at, s.refused_for, s.created_by,
  s.created_at, s.updated_at,
  (select max(e.created_at) from trigger_events e where e.source_id = s.id and e.source_id <> e.team_id) as last_event_at,
  (select count(*)::int from event_triggers t join agents a on a.id = t.agent_id and a.deleted_at is null
    where ${listensTo(sql`s.id`)} and t.enabled) as triggers`;

function toSource(row: Record<string, unknown>): WebhookSource {
  const source = row as unknown as WebhookSource;
  return withInstants(source, "former_secret_until", "refused_at", "created_at", "updated_at", "last_event_at");
}

interface Filter {
  readonly search?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

export async function listSources(db: Db, teamId: string, filter: Filter): Promise<{ sources: WebhookSource[]; total: number }> {
  const search = filter.search?.trim();
  const named: SQL = search ? sql` and ${contains(sql`s.name`, search)}` : sql``;
  const from = sql`from webhook_sources s where s.team_id = ${teamId} and s.deleted_at is null${named}`;
  return inSnapshot(db, async (at) => {
    const { rows } = await at.execute(
      sql`select ${shown} ${from} order by s.name collate "und-x-icu", s.id limit ${filter.limit} offset ${filter.offset}`,
    );
    const { rows: counted } = await at.execute<{ total: number }>(sql`select count(*)::int as total ${from}`);
    return { sources: rows.map(toSource), total: counted[0]?.total ?? 0 };
  });
}

export async function showSource(db: Db, id: string): Promise<WebhookSource | undefined> {
  const { rows } = await db.execute(sql`select ${shown} from webhook_sources s where s.id = ${id} and s.deleted_at is null`);
  return rows[0] && toSource(rows[0]);
}

export async function countSources(db: Db, teamId: string): Promise<number> {
  const where = and(eq(webhookSources.team_id, teamId), isNull(webhookSources.deleted_at));
  const [found] = await db.select({ n: count() }).from(webhookSources).where(where);
  return found?.n ?? 0;
}

/** With its secrets. */
export async function findSource(db: Db, id: string, lock?: "update" | "key share"): Promise<SourceRecord | undefined> {
  const query = db
    .select()
    .from(webhookSources)
    .where(and(eq(webhookSources.id, id), isNull(webhookSources.deleted_at)));
  const [row] = await (lock ? query.for(lock) : query);
  return row;
}

/** Undefined where the team has one of this name. */
export async function insertSource(db: Db, source: typeof webhookSources.$inferInsert): Promise<boolean | undefined> {
  return unlessDuplicate(db, async (tx) => {
    await tx.insert(webhookSources).values(source);
    return true;
  });
}

/** Undefined where the team has another one of this name. */
export async function patchSource(db: Db, id: string, patch: Partial<SourceRecord>): Promise<boolean | undefined> {
  return unlessDuplicate(db, async (tx) => {
    await tx
      .update(webhookSources)
      .set({ ...patch, updated_at: sql`now()` })
      .where(eq(webhookSources.id, id));
    return true;
  });
}

/** The row and its events go later, in portions. Its secrets and what listens to it go now. */
export async function removeSource(db: Db, id: string, userId: string): Promise<void> {
  await removeTriggers(db, listensTo(sql`${id}`), userId, "source_deleted");
  await db
    .update(webhookSources)
    .set({ deleted_at: sql`now()`, enabled: false, sealed_secret: "", sealed_former_secret: null, former_secret_until: null })
    .where(eq(webhookSources.id, id));
}

/**
 * For a person who looks why nothing arrives; not more often than once a second, whoever sends. What has the secret behind it is no flood, and is
 * not hidden by one.
 */
export async function noteRefused(db: Db, id: string, why: RefusedFor): Promise<boolean> {
  const signed = (refusedThoughSigned as readonly RefusedFor[]).includes(why);
  const { rowCount } = await db.execute(sql`
    update webhook_sources set refused_at = now(), refused_for = ${why}
    where id = ${id} and (refused_at is null or refused_at < now() - interval '1 s' or (${signed} and refused_for <> ${why}))`);
  return (rowCount ?? 0) > 0;
}
