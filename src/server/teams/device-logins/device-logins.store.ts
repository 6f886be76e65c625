import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/open.ts";
import { deviceLogins } from "./device-logins.table.ts";

/** What is added to the wait of a program that asks too often, and the most that it comes to; in seconds (RFC 8628, 3.5). */
const [patience, longest] = [5, 60];

type Row = typeof deviceLogins.$inferSelect;

export async function insertDeviceLogin(db: Db, row: typeof deviceLogins.$inferInsert): Promise<void> {
  await db.insert(deviceLogins).values(row);
}

/** What a person may decide about now. */
export async function findUndecided(db: Db, userCode: string, now: string): Promise<Row | undefined> {
  const [row] = await db.select().from(deviceLogins).where(undecided(userCode, now));
  return row;
}

/** Of all who decide, one. Returns whether it was this one. */
export async function decide(
  db: Db,
  userCode: string,
  now: string,
  decided: Pick<Row, "allowed" | "user_id" | "session_id" | "team_id" | "reads_only">,
): Promise<boolean> {
  const rows = await db.update(deviceLogins).set(decided).where(undecided(userCode, now)).returning({ id: deviceLogins.id });
  return rows.length > 0;
}

function undecided(userCode: string, now: string) {
  return and(eq(deviceLogins.user_code, userCode), isNull(deviceLogins.allowed), gt(deviceLogins.expires_at, now));
}

/** What became of a question so far, and whether the program asks too often. Undefined: it is over. */
export async function poll(db: Db, hash: string, now: string): Promise<{ allowed: boolean | null; early: boolean } | undefined> {
  const { rows } = await db.execute<{ allowed: boolean | null; early: boolean }>(sql`
    with asked as (
      select id, allowed, coalesce(polled_at > ${now}::timestamptz - make_interval(secs => interval_seconds), false) as early
      from device_logins where device_hash = ${hash} and expires_at > ${now} for update)
    update device_logins d set polled_at = ${now},
      interval_seconds = case when asked.early then least(d.interval_seconds + ${patience}::int, ${longest}::int) else d.interval_seconds end
    from asked where d.id = asked.id returning asked.allowed, asked.early`);
  return rows[0];
}

/** What was allowed, once: whoever comes later finds nothing. */
export async function takeAllowed(db: Db, hash: string, now: string): Promise<Row | undefined> {
  const allowed = and(eq(deviceLogins.device_hash, hash), eq(deviceLogins.allowed, true), gt(deviceLogins.expires_at, now));
  const [row] = await db.delete(deviceLogins).where(allowed).returning();
  return row;
}

export async function removeOverDeviceLogins(db: Db): Promise<void> {
  await db.delete(deviceLogins).where(sql`${deviceLogins.expires_at} < now() - interval '1 hour'`);
}
