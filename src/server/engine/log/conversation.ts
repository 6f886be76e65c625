import { startWords } from "#contract/runs/messages.ts";
import type { Turn } from "#server/engine/models/port.ts";
import type { MessageRecord } from "./run-record.ts";

/**
 * The log as the model sees it: system messages stay out, the parts of one answer belong together. Thoughts are in the state of their answer, where the
 * provider gets them back.
 */
export function toTurns(messages: readonly MessageRecord[]): Turn[] {
  const turns: Turn[] = [];
  const states = new Map(messages.flatMap(({ turn, answer_state }) => (answer_state ? [[turn, answer_state]] : [])));
  let answer = -1;
  for (const message of messages) {
    const last = turns.at(-1);
    if (message.type === "text" && message.role === "user") {
      turns.push({ role: "user", text: message.text_content ?? "" });
    } else if (message.type === "text" || message.type === "tool_call") {
      const open = last?.role === "assistant" && answer === message.turn ? last : undefined;
      const state = states.get(message.turn);
      const assistant = open ?? { role: "assistant" as const, text: "", calls: [], ...(state && { state }) };
      if (!open) turns.push(assistant);
      answer = message.turn;
      if (message.type === "text") assistant.text += message.text_content ?? "";
      else assistant.calls.push({ id: message.tool_call_id ?? "", name: message.tool_name ?? "", arguments: message.tool_arguments ?? {} });
    } else if (message.type === "tool_result") {
      const result = {
        callId: message.tool_call_id ?? "",
        name: message.tool_name ?? "",
        ...(message.tool_error === null ? { value: message.tool_result?.value } : { error: message.tool_error }),
      };
      if (last?.role === "tool") last.results.push(result);
      else turns.push({ role: "tool", results: [result] });
    }
  }
  return inOrder(turns);
}

/**
 * A message that a person wrote while tools were at work lies between a call and its result; providers want the result first.
 * A conversation also has to begin with a person.
 */
function inOrder(turns: Turn[]): Turn[] {
  const ordered: Turn[] = [];
  const held: Turn[] = [];
  let open = 0;
  for (const turn of turns) {
    if (turn.role === "user" && open > 0) held.push(turn);
    else {
      ordered.push(turn);
      if (turn.role === "assistant") open = turn.calls.length;
      if (turn.role === "tool") open -= turn.results.length;
      if (open <= 0) ordered.push(...held.splice(0));
    }
  }
  ordered.push(...held);
  return ordered[0]?.role === "user" ? ordered : [{ role: "user", text: startWords }, ...ordered];
}
