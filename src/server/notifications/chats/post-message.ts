import type { EngineServices } from "#server/engine/services.ts";
import { describe } from "#server/platform/work/describe.ts";
import { type ChatWords, chatMessage } from "./chat-text.ts";
import { type ChatRecord, type Failure, placeOf } from "./chats.store.ts";

type Needs = Pick<EngineServices, "outbound" | "envelope">;

const longestRest = 3_600;

/** Returns why the chat did not take it; undefined where it did. */
export async function postMessage({ outbound, envelope }: Needs, chat: ChatRecord, words: ChatWords): Promise<Failure | undefined> {
  const address = envelope.open(placeOf(chat), chat.sealed_address);
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
    // The address is part of what a failed call says of itself in some places; whoever has it can write there.
    return { reason: describe(error).replaceAll(address, chat.host), later: 0 };
  }
}
