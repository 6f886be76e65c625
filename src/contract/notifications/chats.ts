import { serverUrl } from "#contract/connections/server-address.ts";
import { endpoint } from "#contract/endpoint.ts";
import { Success, timestamp } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { chatChannels } from "./notification-words.ts";

// A team's chats: what Managers are told from a warning on goes there too, once for the team. The specification names the channels, and no way
// to set them up.

const area = "Notifications";
const ours = "The specification has two chats as channels; this says where they are.";
const access = { scope: "team", by: "teamId", role: "team:manager" } as const;
const channel = z.enum(chatChannels);
const ofTeam = z.strictObject({ teamId: idOf("team") });
const one = z.strictObject({ teamId: idOf("team"), channel });

export const NotificationChat = record("NotificationChat", {
  channel,
  /** The host of its address. The rest lets in whoever has it, and is not shown. */
  host: z.string(),
  last_sent_at: timestamp.nullable(),
  /** Why messages do not arrive; null where the latest one did. `gone`: the address is closed, and nothing is sent there until one is taken again. */
  trouble: z.strictObject({ since: timestamp, reason: z.string(), gone: z.boolean() }).nullable(),
  updated_at: timestamp,
});
export type NotificationChat = z.output<typeof NotificationChat>;

export const listNotificationChats = endpoint({
  name: "listNotificationChats",
  method: "GET",
  path: "/v2/teams/{teamId}/notification-chats",
  area,
  summary: "The chats that a team is told in",
  access,
  reads: ["notification_chat"],
  ours,
  params: ofTeam,
  reply: z.strictObject({ chats: z.array(NotificationChat) }),
});

export const setNotificationChat = endpoint({
  name: "setNotificationChat",
  method: "PUT",
  path: "/v2/teams/{teamId}/notification-chats/{channel}",
  area,
  summary: "Set the incoming webhook of a chat; the address is never shown again",
  access,
  records: "notification_chat.connected",
  changes: ["notification_chat"],
  ours,
  params: one,
  body: z.strictObject({ address: serverUrl }),
  reply: NotificationChat,
  errors: ["outbound_refused"],
});

export const removeNotificationChat = endpoint({
  name: "removeNotificationChat",
  method: "DELETE",
  path: "/v2/teams/{teamId}/notification-chats/{channel}",
  area,
  summary: "Disconnect a chat, and forget its address",
  access,
  records: "notification_chat.disconnected",
  changes: ["notification_chat"],
  ours,
  params: one,
  reply: Success,
});

export const testNotificationChat = endpoint({
  name: "testNotificationChat",
  method: "POST",
  path: "/v2/teams/{teamId}/notification-chats/{channel}/test",
  area,
  summary: "Send a message to a chat now",
  access,
  changes: ["notification_chat"],
  ours,
  params: one,
  reply: NotificationChat,
  errors: ["chat_refused"],
});
