import { block, chunk, compatible, data, messages, started } from "#server/testing/wire-dialects.ts";

// What models say in several scenes, as it goes over the wire.

export const done = { body: [...compatible.text("Done."), ...compatible.end()] };
export const listed = [
  "assistant tool_call: list_files",
  'tool tool_result: {"files":[],"total":0}',
  "assistant text: Done.",
  "session_completed system: The work is done.",
];
export const thought = (field: string, ...pieces: string[]) => pieces.map((piece) => chunk({ [field]: piece }));
export const call = (id: string, more: object = {}, index = 0) =>
  chunk({ tool_calls: [{ index, id, type: "function", function: { name: "list_files", arguments: "{}" }, ...more }] });
export const signature = (text: string) => ({ extra_content: { google: { thought_signature: text } } });

export const thinking = (text: string, signed: string, index = 0) =>
  block(
    { type: "thinking", thinking: "", signature: "" },
    [
      { type: "thinking_delta", thinking: text },
      { type: "signature_delta", signature: signed },
    ],
    index,
  );
export const toolUse = (id: string, index: number) =>
  block({ type: "tool_use", id, name: "list_files", input: {} }, [{ type: "input_json_delta", partial_json: "{}" }], index);
export const claudeDone = {
  body: [started, ...block({ type: "text", text: "" }, [{ type: "text_delta", text: "Done." }]), ...messages.end("end_turn")],
};

export const created = data({ type: "response.created", response: { id: "r1", created_at: 1, model: "m" } });
export const reasoningItem = (id: string, sealed: string, index = 0) => [
  data({
    type: "response.output_item.added",
    output_index: index,
    item: { type: "reasoning", id, encrypted_content: "begun", summary: [] },
  }),
  data({ type: "response.reasoning_summary_part.added", item_id: id, output_index: index, summary_index: 0 }),
  data({ type: "response.reasoning_summary_text.delta", item_id: id, output_index: index, summary_index: 0, delta: "Look first. " }),
  data({ type: "response.reasoning_summary_part.done", item_id: id, output_index: index, summary_index: 0 }),
  data({
    type: "response.output_item.done",
    output_index: index,
    item: { type: "reasoning", id, encrypted_content: sealed, summary: [{ type: "summary_text", text: "Look first. " }] },
  }),
];
