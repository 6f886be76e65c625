import { sql } from "drizzle-orm";
import { type ChatChannel, notificationSeverities } from "#contract/notifications/notification-words.ts";
import type { EmailState } from "#contract/notifications/preferences.ts";
import { withInstants } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { MailWords } from "#server/platform/mail/mail-text.ts";
import type { ChatWords } from "#server/notifications/chats/chat-text.ts";
import type { Reader } from "#server/notifications/notifications/notifications.store.ts";
import { isWanted } from "#server/notifications/notifications/preferences.store.ts";
import { seesWork } from "#server/notifications/sees-work.ts";

export interface Due {
  readonly id: string;
  /** Null: an email of what waits. */
  readonly batch_id: string | null;
  readonly team_id: string;
  /** Null: everybody in the team's chat. */
  readonly recipient_id: string | null;
  readonly channel: "email" | ChatChannel;
  /** Counts this try: whoever claims it later has another number. */
  readonly attempts: number;
  readonly message_id: string | null;
  readonly words: MailWords | ChatWords | null;
  /** Hours since it was made. */
  readonly age: number;
}

/** One that is due, and nobody else's for two minutes: longer than a try takes. From here on its batch takes no more members. */
const isDue = (by: "email" | "chat") => sql`next_attempt_at <= clock_timestamp() and (channel = 'email') = ${by === "email"}`;

/** Whether {@link claimDue} may find one. */
export const deliveriesDue = (by: "email" | "chat") => sql`exists (select from notification_deliveries where ${isDue(by)})`;

export async function claimDue(db: Db, by: "email" | "chat"): Promise<Due | undefined> {
  const { rows } = await db.execute<Due & Record<string, unknown>>(sql`
    update notification_deliveries set attempts = attempts + 1, next_attempt_at = clock_timestamp() + interval '2 minutes'
    where id = (select id from notification_deliveries where ${isDue(by)}
      order by next_attempt_at limit 1 for update skip locked)
    returning id, batch_id, team_id, recipient_id, channel, attempts, message_id, words, extract(epoch from now() - created_at)::float8 / 3600 as age`);
  const due = rows[0];
  if (due?.batch_id) await db.execute(sql`update notification_batches set sealed = true where id = ${due.batch_id} and not sealed`);
  return due;
}

export interface ToTell {
  readonly id: string;
  readonly team_id: string;
  readonly type: string;
  readonly title: string;
  readonly body: string | null;
  readonly occurrences: number;
  readonly subjects: number;
  readonly list: string | null;
  readonly since: string | null;
  readonly known_reasons: string | null;
  readonly agent_id: string | null;
  readonly run_id: string | null;
  readonly queue_id: string | null;
  readonly case_id: string | null;
  readonly build_id: string | null;
  readonly connection_id: string | null;
  readonly artifact_id: string | null;
  readonly process_id: string | null;
}

/** What of a batch its readers have yet to hear of, the worst first. Nothing for somebody who has left, and nothing that is over. */
export async function membersToTell(db: Db, { batch_id, recipient_id, team_id }: Due): Promise<ToTell[]> {
  const severities = sql.join(
    notificationSeverities.map((one) => sql`${one}`),
    sql`, `,
  );
  const person = sql`${recipient_id}::uuid`;
  const toPerson = sql`n.read_at is null and ${isWanted("email", sql`n.type`, person, sql`${team_id}::uuid`)} and ${seesWork(person)}`;
  const { rows } = await db.execute<ToTell & Record<string, unknown>>(sql`
    select n.id, n.team_id, n.type, n.title, n.body, n.occurrences, n.subjects, n.list, n.since, n.known_reasons, n.agent_id, n.run_id, n.queue_id, n.case_id, n.build_id, n.connection_id, n.artifact_id, n.process_id
    from notifications n join teams t on t.id = n.team_id
    where n.batch_id = ${batch_id} and n.deleted_at is null and n.resolved_at is null and ${recipient_id === null ? sql`true` : toPerson}
    order by array_position(array[${severities}]::text[], n.severity) desc, n.last_at desc, n.position desc`);
  return rows;
}

export interface Addressee {
  /** Null: the team's chat. */
  readonly email: string | null;
  readonly team_name: string;
  readonly agent_name: string | null;
}

export async function findAddressee(db: Db, due: Due): Promise<Addressee | undefined> {
  const { rows } = await db.execute<Addressee & Record<string, unknown>>(sql`
    select u.email, t.name as team_name, a.name as agent_name
    from notification_deliveries d left join users u on u.id = d.recipient_id join teams t on t.id = d.team_id
    left join notification_batches b on b.id = d.batch_id left join agents a on a.id = b.about_id
    where d.id = ${due.id}`);
  return rows[0];
}

/** Writes down what every try sends. False where somebody else has claimed it meanwhile. */
export async function freeze(
  db: Db,
  due: Due,
  messageId: string | null,
  words: MailWords | ChatWords,
  members: readonly ToTell[],
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { rowCount } = await tx.execute(sql`
      update notification_deliveries set message_id = ${messageId}, words = ${JSON.stringify(words)}::jsonb
      where id = ${due.id} and attempts = ${due.attempts} and words is null`);
    if (rowCount !== 1) return false;
    const ids = sql.param(members.map(({ id }) => id));
    await tx.execute(sql`update notifications set mailed_at = now() where id = any(${ids}::uuid[])`);
    return true;
  });
}

/** Whoever only wants the email has read it with that. */
export async function markSent(db: Db, { id, batch_id }: Due): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      update notification_deliveries set sent_at = now(), next_attempt_at = null, failed_at = null, failed_reason = null where id = ${id}`);
    await tx.execute(sql`
      update notifications set read_at = now(), opened_from = 'email'
      where batch_id = ${batch_id} and mailed_at is not null and not in_app and read_at is null`);
  });
}

/** There is nothing left to tell. */
export async function markUnneeded(db: Db, { id, attempts }: Due): Promise<void> {
  await db.execute(sql`
    update notification_deliveries set next_attempt_at = null, failed_at = null, failed_reason = null where id = ${id} and attempts = ${attempts}`);
}

/** Tries again after so many seconds; null: never. */
export async function markFailed(db: Db, { id, attempts }: Due, reason: string, seconds: number | null): Promise<void> {
  await db.execute(sql`
    update notification_deliveries set next_attempt_at = clock_timestamp() + ${seconds}::int * interval '1 second', failed_reason = ${reason.slice(0, 300)},
      failed_at = coalesce(failed_at, now())
    where id = ${id} and attempts = ${attempts}`);
}

/** How somebody gets emails of a team: where to, and why the latest one did not go. */
export async function emailStateOf(db: Db, { userId, teamId }: Reader): Promise<EmailState | null> {
  const { rows } = await db.execute<{ address: string; since: string | null; reason: string | null }>(sql`
    select u.email as address, d.failed_at as since, d.failed_reason as reason from users u
    left join lateral (select * from notification_deliveries d
      where d.recipient_id = u.id and d.team_id = ${teamId} and d.channel = 'email' and (d.sent_at is not null or d.failed_at is not null)
      order by coalesce(d.sent_at, d.failed_at) desc limit 1) d on true
    where u.id = ${userId}`);
  const found = rows[0];
  if (!found) return null;
  const { since, reason } = withInstants(found, "since");
  return { address: found.address, trouble: since === null || reason === null ? null : { since, reason } };
}
