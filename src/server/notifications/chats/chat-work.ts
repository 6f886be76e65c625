import type { EngineServices } from "#server/engine/services.ts";
import type { Work } from "#server/engine/work.ts";
import { createWakeLoop } from "#server/platform/work/wake-loop.ts";
import * as deliveries from "#server/notifications/deliveries/deliveries.store.ts";
import { restOf } from "#server/notifications/deliveries/rests.ts";
import { emailWords, mostListed } from "#server/notifications/deliveries/email-words.ts";
import type { ChatWords } from "./chat-text.ts";
import { findChat, noteFailed, noteSent } from "./chats.store.ts";
import { postMessage } from "./post-message.ts";

/** Chats take one message a second. */
const restMs = 1_000;

type Needs = Pick<EngineServices, "store" | "config" | "outbound" | "envelope" | "log" | "live">;

/** Sends one message that is due. Returns whether more may be due. A line that is cut off makes another try: a chat may then have it twice. */
async function chatRound(needs: Needs): Promise<boolean> {
  const { db } = needs.store;
  const due = await deliveries.claimDue(db, "chat");
  if (!due) return false;
  const chat = await findChat(db, due.team_id, due.channel);
  const members = chat && !chat.gone ? await deliveries.membersToTell(db, due) : [];
  const about = members.length > 0 ? await deliveries.findAddressee(db, due) : undefined;
  if (!chat || !about) {
    await deliveries.markUnneeded(db, due);
    return true;
  }
  const words = (due.words as ChatWords | null) ?? wordsOf(needs.config.baseUrl, about, members);
  if (!due.words && !(await deliveries.freeze(db, due, null, words, members))) return true;
  const failed = await postMessage(needs, chat, words);
  if (!failed) {
    await deliveries.markSent(db, due);
    await noteSent(db, chat);
    if (chat.failed_at !== null) needs.live.publish(shownBy(due));
    return true;
  }
  needs.log.warn({ delivery: due.id, error: failed.reason }, "could not send a notification to a chat");
  const rest = restOf(due);
  const again = failed.later === undefined || rest === null ? null : Math.max(failed.later, rest);
  await deliveries.markFailed(db, due, failed.reason, again);
  await noteFailed(db, chat, failed);
  needs.live.publish(shownBy(due));
  return true;
}

const shownBy = ({ team_id }: deliveries.Due) => ({ teamId: team_id, topic: "notification_chat", id: "*" }) as const;

/** Everybody in the chat reads it, and what a program or an agent wrote can say more than they may open: of reasons only those that have a name. */
function wordsOf(baseUrl: string, about: deliveries.Addressee, members: readonly deliveries.ToTell[]): ChatWords {
  const known = members.map((member) => ({ ...member, body: member.known_reasons }));
  const { title, items, action, before } = emailWords(baseUrl, about, known);
  const left = members.length - mostListed;
  return {
    title,
    action,
    ...(items && { items: items.map((item) => ({ ...item, title: item.note ? `${item.title}: ${item.note}` : item.title, note: null })) }),
    more: left > 0 ? `And ${left} more.` : (before[0] ?? null),
  };
}

export const chatWork: Work = {
  name: "notification chats",
  start(services) {
    const loop = createWakeLoop(services, {
      name: "notification chats",
      due: deliveries.deliveriesDue("chat"),
      restMs,
      round: () => chatRound(services),
    });
    return { wake: () => loop.wake(), close: () => loop.close() };
  },
};
