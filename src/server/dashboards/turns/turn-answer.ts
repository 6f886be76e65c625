import { mapTexts, withPlainNumbers } from "#contract/exact-json.ts";
import { longestReply } from "#contract/dashboards/messages.ts";
import type { Page } from "#contract/dashboards/page.ts";
import { figures } from "#server/engine/figures.ts";
import { storable, storableJson } from "#server/engine/log/log-messages.ts";
import { LeaseLost } from "#server/engine/log/run-log.ts";
import type { AnswerState } from "#server/engine/models/answer-state.ts";
import type { ModelPart, Turn } from "#server/engine/models/port.ts";
import type { EngineServices } from "#server/engine/services.ts";
import { saidIn } from "./conversation.ts";
import { type ClaimedTurn, turnChanged, writeHeld } from "./turn-log.ts";
import { turnRequest } from "./turn-request.ts";

const draftMs = 300;
/** Calls of one answer; further ones are not carried out. */
const mostCalls = 40;

type Calling = Extract<ModelPart, { type: "call" | "unreadable_call" }>;

/** Asks the model once. What it says is stored while it says it, so that people never saw what is not there. */
export async function askModel(
  services: EngineServices,
  held: ClaimedTurn,
  turns: Turn[],
  about: { readonly base: Page; readonly reads: boolean },
  signal: AbortSignal,
): Promise<Turn[]> {
  const calls: Calling[] = [];
  let text = "";
  let state: AnswerState | undefined;
  const draft = createDraft(services, held, saidIn(turns));
  try {
    for await (const part of services.model(held.model).answer(turnRequest({ model: held.model, ...about, turns, signal }))) {
      if (part.type === "text") draft.show((text += part.text));
      else if (part.type === "was_thought") draft.show((text = ""));
      else if (part.type === "call" || part.type === "unreadable_call") calls.push(part);
      else if (part.type === "state") state = part.state;
      else if (part.type === "usage") {
        services.metrics.count(figures.modelTokens, { direction: "input" }, part.input);
        services.metrics.count(figures.modelTokens, { direction: "output" }, part.output);
      }
    }
  } finally {
    await draft.end();
  }
  return [...turns, ...answered(storable(text), calls.slice(0, mostCalls), state)];
}

function answered(text: string, calls: readonly Calling[], state: AnswerState | undefined): Turn[] {
  const named = calls.map((call, i) => ({
    ...call,
    id: calls.findIndex(({ id }) => id === call.id) === i ? call.id : `${call.id}_${i + 1}`,
  }));
  const said: Turn = {
    role: "assistant",
    text,
    calls: named.map(({ id, name, ...call }) => ({
      id,
      name,
      arguments: storableJson("arguments" in call ? withPlainNumbers(call.arguments) : {}) as Record<string, unknown>,
    })),
    ...(state && { state: mapTexts(state, storable) as AnswerState }),
  };
  const unread = named.flatMap((call) =>
    call.type === "unreadable_call" ? [{ callId: call.id, name: call.name, error: storable(call.error) }] : [],
  );
  return unread.length > 0 ? [said, { role: "tool", results: unread }] : [said];
}

/** What is being said, behind what was said before. */
function createDraft(services: EngineServices, held: ClaimedTurn, before: string) {
  let timer: NodeJS.Timeout | undefined;
  let text = "";
  let writing: Promise<unknown> | undefined;
  function store(): void {
    timer = undefined;
    const said = [before, text.trim()].filter(Boolean).join("\n\n").slice(0, longestReply).toWellFormed();
    writing = (writing ?? Promise.resolve())
      .then(() => writeHeld(services.store.db, held, { said: storable(said) }))
      .then(() => turnChanged(services, held.artifact_id, held, ["artifact_message"]))
      .catch((error: unknown) => {
        if (!(error instanceof LeaseLost)) services.log.warn({ turn: held.id }, "could not store what a model is saying");
      });
  }
  return {
    show(whole: string): void {
      text = whole;
      timer ??= setTimeout(store, draftMs);
    },
    async end(): Promise<void> {
      clearTimeout(timer);
      await writing;
    },
  };
}
