import type { OpenAIProvider } from "@ai-sdk/openai";
import type { ModelRequest, Turn } from "./port.ts";

/** What a request of the SDK's providers consists of. */
export type CallOptions = Parameters<ReturnType<OpenAIProvider["languageModel"]>["doStream"]>[0];
type Message = CallOptions["prompt"][number];

/** A request in the form of the SDK's providers; tools are only declared. */
export function toCallOptions(request: ModelRequest): Omit<CallOptions, "abortSignal"> {
  const { settings } = request;
  return {
    prompt: [...instructions(request), ...skills(request), ...request.turns.map(toMessage).filter(({ content }) => content.length > 0)],
    ...(request.tools.length > 0 && {
      tools: request.tools.map(({ name, description, parameters }) => ({ type: "function", name, description, inputSchema: parameters })),
      toolChoice: { type: "auto" },
    }),
    ...(typeof settings.temperature === "number" && { temperature: settings.temperature }),
    ...(typeof settings.top_p === "number" && { topP: settings.top_p }),
    ...(typeof settings.max_output_tokens === "number" && { maxOutputTokens: Math.floor(settings.max_output_tokens) }),
    ...(typeof settings.store === "boolean" && { providerOptions: { openai: { store: settings.store } } }),
    ...(settings.text?.format?.type === "json_object" && { responseFormat: { type: "json" } }),
  };
}

function instructions({ instructions: given }: ModelRequest): Message[] {
  if (typeof given === "string") return given ? [{ role: "system", content: given }] : [];
  return given.flatMap(({ role, content }): Message[] => {
    const text = typeof content === "string" ? content : content.map((p) => (p.type === "input_text" ? p.text : `[${p.type}]`)).join("\n");
    if (role === "system") return [{ role, content: text }];
    return text ? [{ role, content: [{ type: "text", text }] }] : [];
  });
}

/** Names and descriptions only: a model reads on where one of them fits the work. */
function skills(request: ModelRequest): Message[] {
  if (request.skills.length === 0) return [];
  const list = request.skills.map(({ name, description }) => `- ${name}: ${description}`).join("\n");
  return [{ role: "system", content: `You have these skills. Before work that one of them is about, read it with read_skill.\n${list}` }];
}

function toMessage(turn: Turn): Message {
  if (turn.role === "user") return { role: "user", content: [{ type: "text", text: turn.text }] };
  if (turn.role === "assistant") {
    return {
      role: "assistant",
      content: [
        ...(turn.text ? [{ type: "text" as const, text: turn.text }] : []),
        ...turn.calls.map((c) => ({ type: "tool-call" as const, toolCallId: c.id, toolName: c.name, input: c.arguments })),
      ],
    };
  }
  return {
    role: "tool",
    content: turn.results.map((r) => ({
      type: "tool-result" as const,
      toolCallId: r.callId,
      toolName: r.name,
      output:
        r.error === undefined
          ? { type: "json" as const, value: (r.value ?? null) as never }
          : { type: "error-text" as const, value: r.error },
    })),
  };
}
