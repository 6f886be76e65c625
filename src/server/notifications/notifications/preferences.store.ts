import { type SQL, sql } from "drizzle-orm";
import { type NotificationChannel, mailedTypes, notificationTypes, preferenceKinds } from "#contract/notifications/notification-words.ts";
import type { NotificationPreferences } from "#contract/notifications/preferences.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { Reader } from "./notifications.store.ts";

/** Of what nobody chose, everything is shown, and some of it is mailed. */
const usually = { in_app: notificationTypes, email: [...mailedTypes, "waiting"] } as const satisfies Record<
  NotificationChannel,
  readonly string[]
>;

/** SQL: whether somebody wants to be told of a type in a team on a channel. */
export function isWanted(channel: NotificationChannel, type: SQL, userId: SQL, teamId: SQL): SQL {
  return sql`coalesce((select p.wanted from notification_preferences p
    where p.user_id = ${userId} and p.team_id = ${teamId} and p.type = ${type} and p.channel = ${channel}), ${type} in ${usually[channel]})`;
}

export async function preferencesOf(
  db: Db,
  { teamId, userId }: Reader,
): Promise<{ preferences: NotificationPreferences; waiting: boolean }> {
  const { rows } = await db.execute<{ place: string; wanted: boolean }>(sql`
    select type || ' ' || channel as place, wanted from notification_preferences where user_id = ${userId} and team_id = ${teamId}`);
  const chosen = new Map(rows.map(({ place, wanted }) => [place, wanted]));
  const on = (type: string, channel: NotificationChannel) =>
    chosen.get(`${type} ${channel}`) ?? (usually[channel] as readonly string[]).includes(type);
  const preferences = Object.fromEntries(
    notificationTypes.map((type) => [type, { in_app: on(type, "in_app"), email: on(type, "email") }]),
  ) as NotificationPreferences;
  return { preferences, waiting: on("waiting", "email") };
}

export async function replacePreferences(
  db: Db,
  { teamId, userId }: Reader,
  preferences: NotificationPreferences,
  waiting: boolean | undefined,
): Promise<void> {
  const kinds = { ...preferences, ...(waiting !== undefined && { waiting: { email: waiting } }) };
  const rows = Object.entries(kinds).flatMap(([type, channels]) =>
    Object.entries(channels).map(([channel, wanted]) => ({ type, channel, wanted })),
  );
  await db.execute(sql`
    insert into notification_preferences (user_id, team_id, type, channel, wanted)
    select ${userId}, ${teamId}, p.type, p.channel, p.wanted
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p(type text, channel text, wanted boolean)
    on conflict (user_id, team_id, type, channel) do update set wanted = excluded.wanted where notification_preferences.wanted <> excluded.wanted`);
}

/** Somebody gets no email of a team any more, until they choose one again. */
export async function endEmails(db: Db, reader: Reader): Promise<void> {
  await db.execute(sql`
    insert into notification_preferences (user_id, team_id, type, channel, wanted)
    select ${reader.userId}, ${reader.teamId}, type, 'email', false from unnest(${sql.param([...preferenceKinds])}::text[]) as type
    on conflict (user_id, team_id, type, channel) do update set wanted = false where notification_preferences.wanted`);
}
