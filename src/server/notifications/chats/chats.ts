import type * as contract from "#contract/notifications/chats.ts";
import { chatNames } from "#contract/notifications/notification-words.ts";
import { type Handlers, askedFirst } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import type { EngineContext } from "#server/engine/engine-port.ts";
import type { Db } from "#server/platform/db/open.ts";
import { type ChatRecord, findChat, listChats, noteFailed, noteSent, removeChat, replaceChat, shownChat } from "./chats.store.ts";
import { postMessage } from "./post-message.ts";

export const chatHandlers: Handlers<typeof contract, EngineContext> = {
  listNotificationChats: async (_input, { db, team }) => ({ chats: (await listChats(db, team.id)).map(shownChat) }),

  async setNotificationChat({ params: { channel }, body: { address } }, { db, team, envelope, outbound }) {
    const refused = outbound.refusal(address);
    if (refused) throw refuse("outbound_refused", refused);
    await replaceChat(db, envelope, team.id, channel, address);
    return shownChat(await required(db, team.id, channel));
  },

  async removeNotificationChat({ params: { channel } }, { db, team }) {
    if (!(await removeChat(db, team.id, channel))) throw refuse("not_found");
    return { success: true };
  },

  testNotificationChat: askedFirst(
    async ({ params: { channel } }, context) => {
      const { db, team, config, live } = context;
      const chat = await required(db, team.id, channel);
      const title = "Notifications of this team arrive here.";
      const action = { label: "Open Caseload", url: `${config.baseUrl}/t/${team.id}/notifications` };
      const failed = await postMessage(context, chat, { title, action, more: null });
      if (failed) {
        await noteFailed(db, chat, failed);
        live.publish({ teamId: team.id, topic: "notification_chat", id: "*" });
        throw refuse("chat_refused", `${chatNames[channel]} did not take the message: ${failed.reason}`);
      }
      return chat;
    },
    async ({ params: { channel } }, { db, team }, chat: ChatRecord) => {
      await noteSent(db, chat);
      return shownChat(await required(db, team.id, channel));
    },
  ),
};

async function required(db: Db, teamId: string, channel: string): Promise<ChatRecord> {
  const chat = await findChat(db, teamId, channel);
  if (!chat) throw refuse("not_found");
  return chat;
}
