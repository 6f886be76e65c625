/** How a provider's protocol spells what a model says: events of a stream, each as it goes over the wire. */
export interface Dialect {
  /** A model's name that is asked in this protocol. */
  readonly model: string;
  readonly path: string;
  /** Text at the beginning of an answer. */
  text(text: string): string[];
  /** A call, its arguments in the pieces in which they come. */
  call(name: string, ...pieces: string[]): string[];
  /** The end, by the protocol's own word for its reason. */
  end(reason?: string): string[];
  /** An error within the stream. */
  error(kind: string, message: string): string[];
  /** The body of an error at its head. */
  errorBody(kind: string, message: string): object;
}

export const data = (value: object) => `data: ${JSON.stringify(value)}\n\n`;

export const chunk = (delta: object, finish_reason: string | null = null) =>
  data({ id: "c1", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason }] });

/** Chat completions, as any OpenAI-compatible server speaks them. */
export const compatible: Dialect = {
  model: "some-model",
  path: "/v1/chat/completions",
  text: (text) => [chunk({ role: "assistant", content: text })],
  call: (name, first = "", ...rest) => [
    chunk({ tool_calls: [{ index: 0, id: "call_1", type: "function", function: { name, arguments: first } }] }),
    ...rest.map((piece) => chunk({ tool_calls: [{ index: 0, function: { arguments: piece } }] })),
  ],
  end: (reason = "stop") => [chunk({}, reason), "data: [DONE]\n\n"],
  error: (kind, message) => [data({ error: { message, type: kind, code: kind } })],
  errorBody: (kind, message) => ({ error: { message, type: kind, code: kind } }),
};

/** OpenAI's own protocol. */
export const responses: Dialect = {
  model: "gpt-5",
  path: "/v1/responses",
  text: (text) => [
    data({ type: "response.created", response: { id: "r1", created_at: 1, model: "m" } }),
    data({ type: "response.output_item.added", output_index: 0, item: { type: "message", id: "m1" } }),
    data({ type: "response.output_text.delta", item_id: "m1", output_index: 0, content_index: 0, delta: text }),
  ],
  call(name, ...pieces) {
    const item = { type: "function_call", id: "f1", call_id: "call_1", name };
    return [
      data({ type: "response.output_item.added", output_index: 0, item: { ...item, arguments: "" } }),
      ...pieces.map((delta) => data({ type: "response.function_call_arguments.delta", item_id: "f1", output_index: 0, delta })),
      data({ type: "response.output_item.done", output_index: 0, item: { ...item, arguments: pieces.join(""), status: "completed" } }),
    ];
  },
  end: (reason) => [
    data({
      type: reason ? "response.incomplete" : "response.completed",
      response: { incomplete_details: reason ? { reason } : null, usage: { input_tokens: 3, output_tokens: 4 } },
    }),
  ],
  error: (kind, message) => [data({ type: "error", sequence_number: 9, code: kind, message, param: null })],
  errorBody: (kind, message) => ({ error: { message, type: kind, code: kind, param: null } }),
};

export const event = (type: string, value: object = {}) => `event: ${type}\n${data({ type, ...value })}`;
export const started = event("message_start", {
  message: { id: "m1", type: "message", role: "assistant", model: "m", content: [], usage: { input_tokens: 3, output_tokens: 0 } },
});
export const block = (content_block: object, deltas: object[], index = 0) => [
  event("content_block_start", { index, content_block }),
  ...deltas.map((delta) => event("content_block_delta", { index, delta })),
  event("content_block_stop", { index }),
];

/** Anthropic's messages. */
export const messages: Dialect = {
  model: "claude-sonnet-4-5",
  path: "/v1/messages",
  text: (text) => [started, ...block({ type: "text", text: "" }, [{ type: "text_delta", text }])],
  call: (name, ...pieces) => [
    started,
    ...block(
      { type: "tool_use", id: "call_1", name, input: {} },
      pieces.map((partial_json) => ({ type: "input_json_delta", partial_json })),
    ),
  ],
  end: (reason = "end_turn") => [
    event("message_delta", { delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: 4 } }),
    event("message_stop"),
  ],
  error: (type, message) => [event("error", { error: { type, message } })],
  errorBody: (kind, message) => ({ type: "error", error: { type: kind, message } }),
};
