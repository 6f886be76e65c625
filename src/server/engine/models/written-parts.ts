import type { ModelPart, ModelRequest } from "./port.ts";
import { callBegins, mayBegin, writtenCalls, writtenId } from "./written-calls.ts";

const opens = /^\s*<(think|thinking|thought)>/;
const mayOpen = /^\s*(<[a-z]{0,8})?$/;
const closes = /<\/(think|thinking|thought)>/;
const longestClose = "</thinking>".length;

/**
 * Reads what a model of a local server writes as text because its server does not know its form: thoughts between tags, and calls. A server that has
 * once made a call of it knows the form, and what looks like one then is a text.
 */
export async function* readWritten(parts: AsyncIterable<ModelPart>, { tools, turns }: ModelRequest): AsyncGenerator<ModelPart> {
  const knowsCalls = turns.some((turn) => turn.role === "assistant" && turn.calls.some(({ id }) => !id.startsWith(writtenId)));
  const writesCalls = tools.length > 0 && !knowsCalls;
  /** Text that is not decided about. */
  let held = "";
  /** Thoughts came right before, and blanks between them and the answer are none of either. */
  let follows = false;
  let at: "beginning" | "thought" | "text" | "call" = "beginning";

  function* decide(over: boolean): Generator<ModelPart> {
    if (at === "beginning") {
      if (!over && mayOpen.test(held)) return;
      const opened = opens.exec(held);
      held = opened ? held.slice(opened[0].length) : held;
      at = opened ? "thought" : "text";
    }
    if (at === "thought") {
      const end = closes.exec(held);
      const until = end ? end.index : over ? held.length : Math.max(0, held.length - longestClose);
      if (until > 0) yield { type: "thinking", text: held.slice(0, until) };
      held = held.slice(end ? until + end[0].length : until);
      if (!end) return;
      [at, follows] = ["text", true];
    }
    if (at === "text") {
      const end = closes.exec(held);
      if (end) {
        // Its beginning stood in the prompt: all that came was a thought.
        yield { type: "text", text: held.slice(0, end.index) };
        yield { type: "was_thought" };
        held = held.slice(end.index + end[0].length);
        follows = true;
      }
      if (follows) held = held.trimStart();
      if (held !== "") follows = false;
      const begins = writesCalls ? callBegins.exec(held) : null;
      if (begins) at = "call";
      const sure = begins ? begins.index : over ? held.length : sureLength(held);
      if (sure > 0) yield { type: "text", text: held.slice(0, sure) };
      held = held.slice(sure);
    }
    if (at === "call" && over) {
      yield* writtenCalls(held, tools) ?? [{ type: "text", text: held } as const];
      held = "";
    }
  }

  for await (const part of parts) {
    if (part.type === "text") {
      held += part.text;
      yield* decide(false);
    } else {
      // A call that the server made of it, or the end.
      if (part.type === "call" || part.type === "unreadable_call") {
        if (held !== "") yield { type: "text", text: held };
        held = "";
      } else if (part.type !== "thinking" && part.type !== "call_goes_on") yield* decide(true);
      yield part;
    }
  }
}

/** How much of a text is neither the beginning of a call nor of the end of thoughts. */
function sureLength(text: string): number {
  const call = mayBegin.exec(text);
  const close = /<(\/[a-z]{0,8})?$/.exec(text);
  return Math.min(call ? call.index : text.length, close ? close.index : text.length);
}
