import { sql } from "drizzle-orm";
import { notificationTypes } from "#contract/notifications/notification-words.ts";
import type { NotificationPreferences } from "#contract/notifications/notifications.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { Reader } from "./notifications.store.ts";

/** Of everything that nobody chose: people are told. */
export async function preferencesOf(db: Db, { teamId, userId }: Reader): Promise<NotificationPreferences> {
  const { rows } = await db.execute<{ type: string; wanted: boolean }>(sql`
    select type, wanted from notification_preferences where user_id = ${userId} and team_id = ${teamId} and channel = 'in_app'`);
  const chosen = new Map(rows.map(({ type, wanted }) => [type, wanted]));
  return Object.fromEntries(notificationTypes.map((type) => [type, { in_app: chosen.get(type) ?? true }])) as NotificationPreferences;
}

export async function replacePreferences(db: Db, { teamId, userId }: Reader, preferences: NotificationPreferences): Promise<void> {
  const rows = Object.entries(preferences).flatMap(([type, channels]) =>
    Object.entries(channels).map(([channel, wanted]) => ({ type, channel, wanted })),
  );
  await db.execute(sql`
    insert into notification_preferences (user_id, team_id, type, channel, wanted)
    select ${userId}, ${teamId}, p.type, p.channel, p.wanted
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p(type text, channel text, wanted boolean)
    on conflict (user_id, team_id, type, channel) do update set wanted = excluded.wanted where notification_preferences.wanted <> excluded.wanted`);
}
