import { mapTexts } from "#contract/exact-json.ts";
import type { NewMessage } from "./run-record.ts";

export function systemMessage(subtype: string, text: string): NewMessage {
  return { type: "system", role: "system", subtype, text_content: text };
}

/** The result of a tool call, as a message. */
export function toolResult(callId: string, name: string, outcome: { value: unknown } | { error: string }): NewMessage {
  return "error" in outcome
    ? { type: "tool_result", role: "tool", tool_call_id: callId, tool_name: name, tool_error: storable(outcome.error) }
    : {
        type: "tool_result",
        role: "tool",
        tool_call_id: callId,
        tool_name: name,
        tool_result: { value: storableJson(outcome.value ?? null) },
      };
}

/** Text that PostgreSQL takes: no NUL and no half of a character pair. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll("\u0000", "\uFFFD");
}

/** A JSON value whose every text, keys too, can be stored. */
export function storableJson(value: unknown): unknown {
  return mapTexts(value, storable);
}
