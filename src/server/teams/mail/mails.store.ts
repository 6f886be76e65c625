import { sql } from "drizzle-orm";
import { withInstants } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";

export interface DueMail {
  readonly id: string;
  readonly to_email: string;
  readonly invitation_id: string | null;
  readonly reset_id: string | null;
  readonly attempts: number;
}

/** One that is due, and nobody else's for two minutes: longer than a try takes. */
/** Whether {@link claimMail} may find one. */
export const mailsDue = sql`exists (select from mails where next_attempt_at <= clock_timestamp())`;

export async function claimMail(db: Db): Promise<DueMail | undefined> {
  const { rows } = await db.execute<DueMail & Record<string, unknown>>(sql`
    update mails set attempts = attempts + 1, next_attempt_at = clock_timestamp() + interval '2 minutes'
    where id = (select id from mails where next_attempt_at <= clock_timestamp() order by next_attempt_at limit 1 for update skip locked)
    returning id, to_email, invitation_id, reset_id, attempts`);
  return rows[0];
}

export async function markSent(db: Db, id: string): Promise<void> {
  await db.execute(sql`update mails set sent_at = now(), next_attempt_at = null, failed_reason = null where id = ${id}`);
}

export async function giveUp(db: Db, id: string, reason: string): Promise<void> {
  await db.execute(sql`update mails set next_attempt_at = null, failed_reason = ${reason.slice(0, 300)} where id = ${id}`);
}

export async function tryAgain(db: Db, id: string, reason: string, seconds: number): Promise<void> {
  await db.execute(sql`
    update mails set next_attempt_at = clock_timestamp() + ${seconds} * interval '1 second', failed_reason = ${reason.slice(0, 300)} where id = ${id}`);
}

export interface OpenReset {
  readonly id: string;
  readonly name: string;
  readonly expires_at: string;
}

/** One that nobody has used, for its mail. */
export async function findOpenReset(db: Db, id: string): Promise<OpenReset | undefined> {
  const { rows } = await db.execute<OpenReset & Record<string, unknown>>(sql`
    select r.id, u.name, r.expires_at from password_resets r join users u on u.id = r.user_id
    where r.id = ${id} and r.used_at is null and r.expires_at > now()`);
  return rows[0] && withInstants(rows[0], "expires_at");
}
