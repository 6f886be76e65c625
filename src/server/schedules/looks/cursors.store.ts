import { sql } from "drizzle-orm";
import type { UnreadFolder } from "#contract/connections/looks.ts";
import type { ConnectionRecord } from "#server/connections/connections/connections.store.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { Found, StoredFound } from "./found.ts";
import { holdFiles } from "./held-files.ts";
import { listening } from "./listening.ts";

/** A look that this process has begun. */
export interface Begun {
  readonly connection_id: string;
  readonly cursor: unknown;
  readonly server_url: string | null;
  readonly looks: number;
  readonly failures: number;
  readonly unread_folders: readonly UnreadFolder[];
}

export interface Looked {
  /** Up to where. */
  readonly cursor: unknown;
  readonly found: readonly Found[];
  /** What is there beside it is found by the next look, which follows at once. */
  readonly more?: boolean;
  /** Folders that triggers listen to and that are not there, or do not open. */
  readonly unread?: readonly UnreadFolder[];
}

/** Longer than a look takes: of a process that was killed with one, another takes over then. */
const leaseSeconds = 90;
const everySeconds = 60;
const longestWaitSeconds = 1_800;

/** A connection is looked at as long as an active trigger listens to it. */
export async function followTriggers(db: Db): Promise<void> {
  await db.execute(sql`
    with listened as (
      select distinct t.connection_id from ${listening}),
    gone as (delete from source_cursors s where not exists (select from listened l where l.connection_id = s.connection_id))
    insert into source_cursors (connection_id, next_attempt_at)
    select l.connection_id, clock_timestamp() from listened l
    where not exists (select from source_cursors s where s.connection_id = l.connection_id) on conflict do nothing`);
}

const isDue = sql`(s.next_attempt_at <= clock_timestamp() or (s.failures > 0 and c.updated_at > s.began_at))`;

/** Whether {@link followTriggers} or {@link beginLooks} would change anything. */
export const looksDue = sql`(
  exists (select from source_cursors s join connections c on c.id = s.connection_id where ${isDue})
  or exists (select t.connection_id from ${listening} except select connection_id from source_cursors)
  or exists (select connection_id from source_cursors except select t.connection_id from ${listening}))`;

/** Those that are due, or were mended since they failed. Each is another process's no more until its lease ends. */
export async function beginLooks(db: Db, atOnce: number): Promise<Begun[]> {
  const { rows } = await db.execute(sql`
    update source_cursors s set looks = s.looks + 1, began_at = clock_timestamp(),
      next_attempt_at = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    from (select s.connection_id from source_cursors s join connections c on c.id = s.connection_id
      where ${isDue}
      order by s.next_attempt_at limit ${atOnce} for update of s skip locked) due
    where s.connection_id = due.connection_id
    returning s.connection_id, s.cursor, s.server_url, s.looks, s.failures, s.unread_folders`);
  return rows as unknown as Begun[];
}

/**
 * The events and the place up to which they were found, or neither, in the caller's transaction. Nothing is stored where another look began since, or
 * where the connection leads elsewhere now. Returns whether the look counted.
 */
export async function keepFound(
  tx: Db,
  { connection_id, looks }: Begun,
  connection: Pick<ConnectionRecord, "team_id" | "user_id" | "server_url">,
  { cursor, found, more = false, unread = [] }: Omit<Looked, "found"> & { readonly found: readonly StoredFound[] },
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    update source_cursors s set cursor = ${JSON.stringify(cursor)}::jsonb, server_url = c.server_url, looked_at = clock_timestamp(),
      next_attempt_at = clock_timestamp() + make_interval(secs => ${more ? 0 : everySeconds}), failures = 0, failing_since = null, problem = null,
      unread_folders = ${JSON.stringify(unread)}::jsonb
    from connections c where c.id = s.connection_id and s.connection_id = ${connection_id} and s.looks = ${looks}
      and c.server_url = ${connection.server_url}`);
  if (rowCount !== 1) return false;
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into trigger_events (id, team_id, source_id, type, dedupe_key, facts, content, bytes, occurred_at)
    select e.id, ${connection.team_id}::uuid, ${connection_id}::uuid, e.type, e.key, e.facts, e.content, coalesce(octet_length(e.content), 0), clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as e(id uuid, type text, key text, facts jsonb, content text)
    order by e.id on conflict do nothing returning id`);
  const stored = new Set(rows.map(({ id }) => id));
  await holdFiles(
    tx,
    connection,
    found.filter(({ id }) => stored.has(id)),
  );
  return true;
}

/** Tried again later, and after every further failure later still; what only a person can mend costs nobody anything. */
export async function keepProblem(db: Db, { connection_id, looks, failures }: Begun, problem: string): Promise<void> {
  const wait = Math.min(longestWaitSeconds, everySeconds * 2 ** Math.min(failures, 10));
  await db.execute(sql`
    update source_cursors set failures = failures + 1, failing_since = coalesce(failing_since, clock_timestamp()), problem = ${problem.slice(0, 500)},
      next_attempt_at = clock_timestamp() + make_interval(secs => ${wait})
    where connection_id = ${connection_id} and looks = ${looks}`);
}
