import { type SQL, sql } from "drizzle-orm";
import type { Parsed } from "#contract/endpoint.ts";
import type { NotificationBatch } from "#contract/notifications/notification.ts";
import type * as contract from "#contract/notifications/notifications.ts";
import { withInstants } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import {
  behind,
  fits,
  type Narrowing,
  placeOf,
  type Reader,
  type Row,
  severities,
  toNotification,
  types,
  unreadSql,
} from "./notifications.store.ts";

/** The members of a batch `b`, at most a hundred: without the fence the newest of them is looked for among all that its reader was ever told. */
const members = sql`(select * from notifications where batch_id = b.id offset 0) n`;

/** Batches as their live members that fit make them, newest first. */
function batchesSql(reader: Reader, by: Narrowing, which: SQL, limit: number): SQL {
  return sql`
    select b.id, b.team_id, b.created_at, b.last_at, b.size as through, a.id as agent_id, a.name as agent_name, m.*,
      to_jsonb(worst.told) as worst
    from notification_batches b
    cross join lateral (
      select jsonb_object_agg(k.type, k.n) as counts, jsonb_object_agg(k.type, k.subjects) as subjects, sum(k.unread)::int as unread_count, (${severities})[max(k.worst)] as severity
      from (select n.type, count(*)::int as n, sum(n.subjects)::int as subjects, count(*) filter (where ${unreadSql})::int as unread, max(array_position(${severities}, n.severity)) as worst
        from ${members} where ${fits(reader, by)} group by n.type) k having count(*) > 0) m
    cross join lateral (
      select n as told from ${members} where ${fits(reader, by)}
      order by n.resolved_at is not null, array_position(${types}, n.type), array_position(${severities}, n.severity) desc, n.last_at desc, n.id desc limit 1) worst
    left join agents a on a.id = b.about_id
    where b.recipient_id = ${reader.userId} and b.team_id = ${reader.teamId} and ${which}
    order by b.last_at desc, b.id desc limit ${limit}`;
}

export async function pageOfBatches(
  db: Db,
  reader: Reader,
  { limit, cursor, ...by }: Parsed<typeof contract.listNotificationBatches>["query"],
): Promise<{ batches: NotificationBatch[]; nextCursor: string | null }> {
  const { rows } = await db.execute<BatchRow>(batchesSql(reader, by, behind(sql`b`, cursor), limit + 1));
  const shown = rows.slice(0, limit).map((row) => withInstants(row, "last_at"));
  return { batches: shown.map(toBatch), nextCursor: rows.length > limit ? placeOf(shown.at(-1)) : null };
}

export async function findBatch(db: Db, reader: Reader, id: string, by: Narrowing): Promise<NotificationBatch | undefined> {
  const { rows } = await db.execute<BatchRow>(batchesSql(reader, by, sql`b.id = ${id}`, 1));
  return rows[0] && toBatch(rows[0]);
}

/** Whether there is such a batch for its reader, whatever is left of it. */
export async function hasBatch(db: Db, { teamId, userId }: Reader, id: string): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select from notification_batches where id = ${id} and team_id = ${teamId} and recipient_id = ${userId}`,
  );
  return rows.length > 0;
}

type BatchRow = Omit<NotificationBatch, "worst"> & {
  readonly last_at: string;
  readonly worst: Row;
  [column: string]: unknown;
};

function toBatch(row: BatchRow): NotificationBatch {
  const { id, team_id, agent_id, agent_name, counts, subjects, unread_count, severity, worst, through, created_at } = withInstants(
    row,
    "created_at",
  );
  return { id, team_id, agent_id, agent_name, counts, subjects, unread_count, severity, worst: toNotification(worst), through, created_at };
}
