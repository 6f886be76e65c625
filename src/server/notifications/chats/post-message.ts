import type { EngineServices } from "#server/engine/services.ts";
import { Unreadable } from "#server/platform/sealing/envelope.ts";
import { whyUnreached } from "#server/platform/unreached.ts";
import { type ChatWords, chatMessage } from "./chat-text.ts";
import { type ChatRecord, type Failure, placeOf } from "./chats.store.ts";

type Needs = Pick<EngineServices, "outbound" | "envelope">;

const longestRest = 3_600;

/** Returns why the chat did not take it; undefined where it did. */
export async function postMessage({ outbound, envelope }: Needs, chat: ChatRecord, words: ChatWords): Promise<Failure | undefined> {
  const address = addressOf(envelope, chat);
  if (address === undefined)
    return { reason: "Its address cannot be opened with this installation's SECRETS_KEY. Enter the address again." };
  const refused = outbound.refusal(address);
  if (refused) return { reason: refused, later: 0 };
  try {
    const answer = await outbound.fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(chatMessage(chat.channel, words)),
    });
    await answer.body?.cancel();
    const { status } = answer;
    if (status >= 200 && status < 300) return undefined;
    const reason = `${chat.host} answered ${status}.`;
    if (status === 404 || status === 410) return { reason, gone: true };
    const rest = Number(answer.headers.get("retry-after") ?? 0);
    return status === 429 || status >= 500 ? { reason, later: Math.min(Number.isFinite(rest) ? rest : 0, longestRest) } : { reason };
  } catch (error) {
    // Never in the error's own words: whoever has the address can write there, and some errors name it.
    return { reason: whyUnreached(error, chat.host).words, later: 0 };
  }
}

/** Undefined where no key opens it: another try would not either. */
function addressOf(envelope: Needs["envelope"], chat: ChatRecord): string | undefined {
  try {
    return envelope.open(placeOf(chat), chat.sealed_address);
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}
