import { type AnswerState, joinedState } from "#server/engine/models/answer-state.ts";
import { type ModelPart, type ModelPort, type ModelRequest, ModelFault } from "#server/engine/models/port.ts";

/** How often an answer that was cut is gone on with, and how many answers in a row may call what cannot be read. */
export const maxGoOns = 3;

export type Calling = Extract<ModelPart, { type: "call" | "unreadable_call" }>;

export interface Answer {
  text: string;
  thinking: string;
  calls: Calling[];
  state?: AnswerState;
  /** What the provider does not take, and why. */
  leftOut: Extract<ModelPart, { type: "tool_left_out" }>[];
  input: number;
  output: number;
  /** Whether it was cut at the end, within a call. */
  cut: boolean;
  /** How often it was gone on with. */
  continued: number;
}

/** Gets what comes, as it comes. */
interface Listener {
  /** The model said something. */
  heard(): void;
  /** More of the text. */
  add(piece: string): void;
  /** The text so far counts for nothing. */
  clear(): void;
}

const goOn = "Your answer reached its length limit and was cut off. Continue exactly where it ended, and repeat nothing.";
const shorter = "Your answer reached its length limit, so its JSON is incomplete. Answer again, shorter.";
const sayIt = "Your last answer was empty. Continue the work, or say what you did.";

/**
 * An answer from its beginning to its end: text that was cut is gone on with, and what was empty is asked for once more. Throws a
 * {@link ModelFault} where there is no such end.
 */
export async function wholeAnswer(port: ModelPort, request: ModelRequest, listener: Listener): Promise<Answer> {
  const answer: Answer = { text: "", thinking: "", calls: [], input: 0, output: 0, leftOut: [], cut: false, continued: 0 };
  const asJson = request.settings.text?.format?.type === "json_object";
  let { turns } = request;
  for (let emptyOnes = 0; ;) {
    await collect(port, { ...request, turns }, answer, listener);
    if (answer.calls.length > 0) return answer;
    if (answer.cut) {
      if (answer.continued === maxGoOns)
        throw new ModelFault("answer_cut", `The answer reached its length limit ${maxGoOns + 1} times and was still incomplete.`);
      answer.continued += 1;
      if (asJson) {
        answer.text = "";
        delete answer.state;
        listener.clear();
      }
      turns = [...request.turns, { role: "assistant", text: answer.text, calls: [] }, { role: "user", text: asJson ? shorter : goOn }];
    } else if (answer.text.trim() !== "") return answer;
    else if (emptyOnes > 0) throw new ModelFault("answer_empty", "The model answered twice without a word.");
    else {
      emptyOnes += 1;
      delete answer.state;
      turns = [...request.turns, { role: "user", text: sayIt }];
    }
  }
}

async function collect(port: ModelPort, request: ModelRequest, answer: Answer, listener: Listener): Promise<void> {
  answer.cut = false;
  for await (const part of port.answer(request)) {
    listener.heard();
    if (part.type === "text") {
      answer.text += part.text;
      listener.add(part.text);
    } else if (part.type === "thinking") answer.thinking += part.text;
    else if (part.type === "was_thought") {
      answer.thinking += answer.text;
      answer.text = "";
      listener.clear();
    } else if (part.type === "cut") answer.cut = true;
    else if (part.type === "tool_left_out") answer.leftOut.push(part);
    else if (part.type === "state") answer.state = joinedState(answer.state, part.state);
    else if (part.type === "usage") {
      answer.input += part.input;
      answer.output += part.output;
    } else if (part.type !== "call_goes_on") answer.calls.push(part);
  }
}
