import { resources } from "#contract/index.ts";
import { area } from "#server/engine/area.ts";
import { everyMinute, everyTenMinutes } from "#server/engine/work.ts";
import { notificationEvents } from "#contract/notifications/events.ts";
import { chatWork } from "./chats/chat-work.ts";
import { chatHandlers } from "./chats/chats.ts";
import { emailWork } from "./deliveries/email-work.ts";
import { unsubscribingHandlers } from "./deliveries/unsubscribing.ts";
import { notificationsOn } from "./fan-out/notifications-on.ts";
import { notificationHandlers } from "./notifications/notifications.ts";
import { preferenceHandlers } from "./notifications/preferences.ts";
import { removeOldNotifications } from "./old-notifications.store.ts";
import { notificationOwners } from "./owners.ts";
import { planWaiting } from "./waiting/waiting.store.ts";

/** What people are told of what happened, and what they want to be told. */
export const notifications = area({
  name: "notifications",
  contract: resources,
  owns: notificationOwners,
  events: notificationEvents,
  handlers: {
    notificationChats: chatHandlers,
    notificationPreferences: preferenceHandlers,
    notifications: notificationHandlers,
    unsubscribing: unsubscribingHandlers,
  },
  work: [emailWork, chatWork],
  on: [notificationsOn],
  sweeps: [
    {
      name: "what waits for people",
      every: everyMinute,
      start:
        ({ store, config }) =>
        async () =>
          config.smtpUrl === undefined ? undefined : planWaiting(store.db),
    },
    {
      name: "old notifications",
      every: everyTenMinutes,
      start: (services, closed) => () => removeOldNotifications(services.store.db, closed),
    },
  ],
});
