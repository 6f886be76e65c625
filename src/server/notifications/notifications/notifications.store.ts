import { type SQL, sql } from "drizzle-orm";
import type { Parsed, Reply } from "#contract/endpoint.ts";
import { importantTypes, notificationSeverities, notificationTypes } from "#contract/notifications/notification-words.ts";
import type * as contract from "#contract/notifications/notifications.ts";
import { mostCountedNotifications } from "#contract/notifications/notifications.ts";
import type { Notification } from "#contract/notifications/notification.ts";
import { withInstants } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { linkOf } from "./notification-link.ts";

/** Whose notifications, in which team. */
export interface Reader {
  readonly teamId: string;
  readonly userId: string;
}
export type Narrowing = Partial<
  Omit<Parsed<typeof contract.listNotificationBatches>["query"], "limit" | "cursor"> & { readonly types: readonly string[] | undefined }
>;

export const severities = sql`array[${sql.join(
  notificationSeverities.map((one) => sql`${one}`),
  sql`, `,
)}]::text[]`;
export const types = sql`array[${sql.join(
  notificationTypes.map((one) => sql`${one}`),
  sql`, `,
)}]::text[]`;

/** What is over by itself waits for nobody to read it. */
export const unreadSql = sql`(n.read_at is null and n.resolved_at is null)`;

/** Live notifications `n` of a reader that fit. */
export function fits({ teamId, userId }: Reader, by: Narrowing, and: SQL = sql`true`): SQL {
  const all = [sql`n.recipient_id = ${userId} and n.team_id = ${teamId} and n.deleted_at is null and n.in_app`, and];
  if (by.type) all.push(sql`n.type = ${by.type}`);
  if (by.types) all.push(sql`n.type in ${by.types}`);
  if (by.unread) all.push(by.unread === "true" ? unreadSql : sql`not (${unreadSql})`);
  if (by.severity) all.push(sql`n.severity = ${by.severity}`);
  if (by.minSeverity) all.push(sql`n.severity in ${notificationSeverities.slice(notificationSeverities.indexOf(by.minSeverity))}`);
  if (by.important) all.push(by.important === "true" ? sql`n.type in ${importantTypes}` : sql`n.type not in ${importantTypes}`);
  if (by.agentRunId) all.push(sql`n.run_id = ${by.agentRunId}`);
  if (by.agents) all.push(sql`exists (select from agents a where a.id = n.agent_id and a.created_by = ${userId} and a.deleted_at is null)`);
  return sql.join(all, sql` and `);
}

/** Behind a place as in a cursor, newest first. */
export function behind(row: SQL, cursor: string | undefined): SQL {
  const [at, id] = cursor?.split("_") ?? [];
  return at ? sql`(${row}.last_at, ${row}.id) < (${at}::timestamptz, ${id}::uuid)` : sql`true`;
}

/** How many there are of what a page can be narrowed to. To count each costs at most what its own first page costs: no more of them are read. */
export async function countViews(db: Db, reader: Reader): Promise<Reply<typeof contract.listNotifications>["counts"]> {
  const upTo = (by: Narrowing) =>
    sql`(select count(*)::int from (select from notifications n where ${fits(reader, by)} limit ${mostCountedNotifications}) few)`;
  const { rows } = await db.execute<{ all: number; failures: number; review: number }>(sql`
    select ${upTo({})} as all, ${upTo({ minSeverity: "warning" })} as failures, ${upTo({ type: "config_proposal" })} as review`);
  return rows[0];
}

export async function pageOfNotifications(
  db: Db,
  reader: Reader,
  { limit, cursor, sort, timezone, batchId, ...by }: Parsed<typeof contract.listNotifications>["query"],
): Promise<{ notifications: Notification[]; nextCursor: string | null }> {
  const which = fits(reader, by, batchId ? sql`n.batch_id = ${batchId}` : sql`true`);
  if (sort === "importance") {
    const offset = cursor ? Number(cursor.slice("importance:".length)) : 0;
    const { rows } = await db.execute<Row>(sql`
      select n.* from notifications n where ${which}
      order by array_position(${types}, n.type), array_position(${severities}, n.severity) desc, n.last_at desc, n.id desc
      limit ${limit + 1} offset ${offset}`);
    return {
      notifications: rows.slice(0, limit).map(toNotification),
      nextCursor: rows.length > limit ? `importance:${offset + limit}` : null,
    };
  }
  if (sort === "day") return pageByDay(db, which, timezone, limit, cursor);
  const { rows } = await db.execute<Row>(sql`
    select n.* from notifications n where ${which} and ${behind(sql`n`, cursor)} order by n.last_at desc, n.id desc limit ${limit + 1}`);
  const notifications = rows.slice(0, limit).map(toNotification);
  return { notifications, nextCursor: rows.length > limit ? placeOf(notifications.at(-1)) : null };
}

/** What a notification asks of its reader: to mend something, to decide something, or nothing. */
const asks = sql`case when n.resolved_at is not null or n.severity = 'success' then 2 when n.severity = 'info' then 1 else 0 end`;

/** By day of a time zone, what asks for most first. Read are the days of as many as the page has at most, from the newest on: not all that there ever was. */
async function pageByDay(db: Db, which: SQL, zone: string, limit: number, cursor: string | undefined) {
  const dayOf = (at: SQL) => sql`date_trunc('day', ${at}, ${zone})`;
  const [, asked, at = "", id = ""] = /^day:(\d):([^_]+)_(.+)$/.exec(cursor ?? "") ?? [];
  const cursorDay = dayOf(sql`${at}::timestamptz`);
  const rest =
    asked === undefined
      ? sql`true`
      : sql`n.last_at < ${cursorDay} + interval '26 hours' and (${dayOf(sql`n.last_at`)}, -(${asks}), n.last_at, n.id) < (${cursorDay}, ${-Number(asked)}::int, ${at}::timestamptz, ${id}::uuid)`;
  const { rows } = await db.execute<Row & { asks: number }>(sql`
    with edge as (
      select min(last_at) as at from (select n.last_at from notifications n where ${which} and ${rest} order by n.last_at desc limit ${limit + 1}) e)
    select n.*, ${asks} as asks from notifications n where ${which} and ${rest} and n.last_at >= (select ${dayOf(sql`edge.at`)} from edge)
    order by ${dayOf(sql`n.last_at`)} desc, ${asks}, n.last_at desc, n.id desc limit ${limit + 1}`);
  const shown = rows.slice(0, limit);
  const notifications = shown.map(toNotification);
  return { notifications, nextCursor: rows.length > limit ? `day:${shown.at(-1)?.asks}:${placeOf(notifications.at(-1))}` : null };
}

/** Marks unread ones as read. Returns how many there were. */
export async function markRead(
  db: Db,
  reader: Reader,
  by: Narrowing,
  and: SQL = sql`true`,
  openedFrom: string | null = null,
): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update notifications n set read_at = now(), opened_from = ${openedFrom} where ${fits(reader, by, and)} and n.read_at is null`);
  return rowCount ?? 0;
}

export async function dismiss(db: Db, reader: Reader, which: SQL): Promise<number> {
  const { rowCount } = await db.execute(sql`update notifications n set deleted_at = now() where ${fits(reader, {}, which)}`);
  return rowCount ?? 0;
}

export async function countUnread(db: Db, reader: Reader): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from notifications n where ${fits(reader, { unread: "true" })}`,
  );
  return rows[0]?.n ?? 0;
}

/** Locks one that its reader has not dismissed. */
export async function lockOne(db: Db, reader: Reader, id: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select from notifications n where ${fits(reader, {}, sql`n.id = ${id}`)} for update`);
  return rows.length > 0;
}

export type Row = Omit<Notification, "agent_run_id" | "link"> & {
  readonly run_id: string | null;
  readonly team_id: string;
  readonly list: string | null;
  readonly since: string | null;
  [column: string]: unknown;
};
export function toNotification(row: Row): Notification {
  const {
    id,
    type,
    severity,
    title,
    body,
    batch_id,
    position,
    agent_id,
    run_id,
    queue_id,
    case_id,
    build_id,
    connection_id,
    artifact_id,
    process_id,
    ...rest
  } = withInstants(row, "read_at", "resolved_at", "created_at", "last_at");
  const { occurrences, subjects, read_at, resolved_at, created_at, last_at } = rest;
  return {
    id,
    type,
    severity,
    title,
    body,
    batch_id,
    position,
    agent_id,
    agent_run_id: run_id,
    process_id,
    queue_id,
    case_id,
    build_id,
    connection_id,
    artifact_id,
    occurrences,
    subjects,
    read_at,
    resolved_at,
    created_at,
    last_at,
    link: linkOf(row),
  };
}

export function placeOf(row: { readonly last_at: string; readonly id: string } | undefined): string | null {
  return row ? `${row.last_at}_${row.id}` : null;
}
