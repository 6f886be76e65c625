import { topics } from "#contract/topics.ts";

const notificationTopics = topics({
  notification: { of: "recipient" },
  notification_preference: { of: "nobody" },
  notification_chat: {},
});

type NotificationTopics = typeof notificationTopics;
declare module "#contract/topics.ts" {
  interface TopicCatalogue extends NotificationTopics {}
}
