import { change, subjects } from "#contract/event.ts";
import { z } from "#contract/zod.ts";
import { chatChannels } from "./notification-words.ts";

const of = subjects({ team: { by: "teamId" } });
const facts = { channel: z.enum(chatChannels) };

export const notificationEvents = {
  "notification_chat.connected": change(of.team, facts),
  "notification_chat.disconnected": change(of.team, facts),
};

type NotificationEvents = typeof notificationEvents;
declare module "#contract/event.ts" {
  interface EventCatalogue extends NotificationEvents {}
}
