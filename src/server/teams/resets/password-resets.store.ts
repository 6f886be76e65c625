import { sql } from "drizzle-orm";
import { newId } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";

/** A reset, and its mail. In one statement: it costs the same whether or not the address has an account. */
export async function insertReset(db: Db, email: string, expiresAt: string): Promise<void> {
  const id = newId();
  await db.execute(sql`
    with person as (select id, email from users where email = ${email}),
      reset as (insert into password_resets (id, user_id, expires_at) select ${id}::uuid, id, ${expiresAt} from person returning id)
    insert into mails (id, to_email, reset_id, next_attempt_at) select ${newId()}::uuid, person.email, reset.id, now() from person, reset`);
}

/** Of all who try, one: whoever comes later finds it used. Returns whose password it is about. */
export async function takeReset(db: Db, id: string, now: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ user_id: string }>(sql`
    update password_resets set used_at = ${now} where id = ${id} and used_at is null and expires_at > ${now} returning user_id`);
  return rows[0]?.user_id;
}

/** Links that were asked for before end with the first that is used. */
export async function endOtherResets(db: Db, userId: string, now: string): Promise<void> {
  await db.execute(sql`update password_resets set used_at = ${now} where user_id = ${userId} and used_at is null`);
}
