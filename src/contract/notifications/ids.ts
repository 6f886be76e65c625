import { idKinds } from "#contract/ids.ts";

const notificationIds = idKinds({
  notification: "notification",
  notification_batch: "batch of notifications",
});

type NotificationIds = typeof notificationIds;
declare module "#contract/ids.ts" {
  interface IdCatalogue extends NotificationIds {}
}
