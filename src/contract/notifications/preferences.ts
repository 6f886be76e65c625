import { endpoint } from "#contract/endpoint.ts";
import { timestamp } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { type NotificationChannel, type NotificationType, notificationTypes } from "./notification-words.ts";

const area = "Notifications";
const access = { scope: "team", by: "teamId", role: "team:member" } as const;
const params = z.strictObject({ teamId: idOf("team") });

/** For each type the channels on which the caller is told. */
const channels = record("NotificationChannels", {
  in_app: z.boolean(),
  email: z.boolean(),
} satisfies Record<NotificationChannel, z.ZodBoolean>);
const Preferences = record(
  "NotificationPreferences",
  Object.fromEntries(notificationTypes.map((each) => [each, channels])) as Record<NotificationType, typeof channels>,
);
export type NotificationPreferences = z.output<typeof Preferences>;
const preferences = z.strictObject({ preferences: Preferences });
/** Ours: whether the caller gets an email once something waits for them for over 15 minutes. */
const waiting = z.boolean();

/** Ours: how the caller gets emails of this team. */
const EmailState = record("NotificationEmailState", {
  address: z.string(),
  /** Why the latest email could not be sent; null where it was, or there was none. */
  trouble: z.strictObject({ since: timestamp, reason: z.string() }).nullable(),
});
export type EmailState = z.output<typeof EmailState>;

export const getNotificationPreferences = endpoint({
  name: "getNotificationPreferences",
  method: "GET",
  path: "/v2/teams/{teamId}/notifications/preferences",
  area,
  summary: "What the caller is told in a team, by type and channel",
  access,
  reads: ["notification_preference"],
  params,
  /** Ours: `email` is null where the installation sends none. */
  reply: preferences.extend({ waiting, email: EmailState.nullable() }),
});

export const replaceNotificationPreferences = endpoint({
  name: "replaceNotificationPreferences",
  method: "PUT",
  path: "/v2/teams/{teamId}/notifications/preferences",
  area,
  summary: "Choose what to be told in a team, for every type and channel",
  access,
  changes: ["notification_preference"],
  params,
  body: preferences.extend({ waiting: waiting.optional() }),
  reply: preferences.extend({ waiting }),
});
