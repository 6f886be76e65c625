import type { OpenAIProvider } from "@ai-sdk/openai";
import { thinks } from "./model-names.ts";
import type { ModelRequest, Picture, Turn } from "./port.ts";
import type { ProviderKind, StatePart } from "./answer-state.ts";

type LanguageModel = ReturnType<OpenAIProvider["languageModel"]>;
/** What a request of the SDK's providers consists of. */
export type CallOptions = Parameters<LanguageModel["doStream"]>[0];
type Stream = Awaited<ReturnType<LanguageModel["doStream"]>>["stream"];
/** A piece of an answer, as the SDK's providers give it. */
export type StreamPart = Stream extends ReadableStream<infer Part> ? Part : never;
type Message = CallOptions["prompt"][number];
type Assistant = Extract<Turn, { role: "assistant" }>;
type AssistantPart = Extract<Message, { role: "assistant" }>["content"][number];

/** A request in the form of the SDK's providers; tools are only declared. */
export function toCallOptions(request: ModelRequest, kind: ProviderKind): Omit<CallOptions, "abortSignal"> {
  const { settings } = request;
  const openai = {
    ...(typeof settings.store === "boolean" && { store: settings.store }),
    ...(thinks(settings.model) && { include: ["reasoning.encrypted_content"] }),
  };
  return {
    prompt: withCache(promptOf(request, kind), kind),
    ...(request.tools.length > 0 && {
      tools: request.tools.map(({ name, description, parameters }) => ({ type: "function", name, description, inputSchema: parameters })),
      toolChoice: { type: "auto" },
    }),
    ...(typeof settings.temperature === "number" && { temperature: settings.temperature }),
    ...(typeof settings.top_p === "number" && { topP: settings.top_p }),
    ...(typeof settings.max_output_tokens === "number" && { maxOutputTokens: Math.floor(settings.max_output_tokens) }),
    ...(kind === "openai" && Object.keys(openai).length > 0 && { providerOptions: { openai } }),
    ...(settings.text?.format?.type === "json_object" && { responseFormat: { type: "json" } }),
  };
}

/** What belongs to the system comes first: behind a message of a person, providers refuse it. */
function promptOf(request: ModelRequest, kind: ProviderKind): Message[] {
  const given = instructions(request);
  return [
    ...given.filter(({ role }) => role === "system"),
    ...skills(request),
    ...given.filter(({ role }) => role !== "system"),
    ...request.turns.flatMap((turn) => toMessages(turn, kind, request.settings.model)).filter(({ content }) => content.length > 0),
  ];
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

/**
 * Claude reads again from its cache what a request has in common with an earlier one, up to marked places: the instructions and tools, what the last
 * request ended with, and what this one does. Other providers find that out by themselves.
 */
function withCache(prompt: Message[], kind: ProviderKind): Message[] {
  if (kind !== "anthropic") return prompt;
  const system = prompt.findLastIndex(({ role }) => role === "system");
  const asked = prompt.flatMap(({ role }, i) => (role === "user" || role === "tool" ? [i] : []));
  const ends = asked.filter((at) => prompt[at + 1]?.role === "assistant" || at === prompt.length - 1).slice(-2);
  const marked = new Set([system, ...ends]);
  return prompt.map((message, i) =>
    marked.has(i) ? { ...message, providerOptions: { anthropic: { cacheControl: { type: "ephemeral" } } } } : message,
  );
}

function toMessages(turn: Turn, kind: ProviderKind, model: string): Message[] {
  if (turn.role === "user") return [{ role: "user", content: [{ type: "text", text: turn.text }] }];
  if (turn.role === "assistant") return [toAnswer(turn, kind, model)];
  const results = turn.results.map((r) => ({
    type: "tool-result" as const,
    toolCallId: r.callId,
    toolName: callable(r.name),
    output: outputOf(r, kind),
  }));
  // Chat completions take pictures of people only.
  const pictures = kind === "compatible" ? turn.results.flatMap((r) => (r.pictures ?? []).map(toFile)) : [];
  const shown: Message[] = [{ role: "user", content: [{ type: "text", text: "The pictures in these results:" }, ...pictures] }];
  return [{ role: "tool", content: results }, ...(pictures.length > 0 ? shown : [])];
}

type Results = Extract<Turn, { role: "tool" }>["results"];

function outputOf({ value, error, pictures }: Results[number], kind: ProviderKind) {
  if (error !== undefined) return { type: "error-text" as const, value: error };
  if (!pictures || kind === "compatible") return { type: "json" as const, value: (value ?? null) as never };
  return { type: "content" as const, value: [{ type: "text" as const, text: JSON.stringify(value) }, ...pictures.map(toFile)] };
}

function toFile({ media_type, data }: Picture) {
  return { type: "file" as const, mediaType: media_type, data: { type: "data" as const, data } };
}

function toAnswer(turn: Assistant, kind: ProviderKind, model: string): Message {
  const { text, calls, state } = turn;
  const isOwn = state?.of === kind && state.model === model && state.parts.filter((part) => part.type === "call").length === calls.length;
  const plain: readonly StatePart[] = [...(text ? [{ type: "text", text } as const] : []), ...calls.map(() => ({ type: "call" }) as const)];
  const next = calls.values();
  const own = kind === "compatible" && text ? [{ type: "text", text } as const, ...(state?.parts ?? [])] : (state?.parts ?? []);
  const content = (isOwn ? own : plain).map((part) => toPart(part, next));
  // Fields of thoughts belong to calls: without one, some providers refuse what they ask for with one.
  const fields = isOwn && calls.length > 0 ? state.fields : undefined;
  return { role: "assistant", content, ...(fields && { providerOptions: { openaiCompatible: fields as never } }) };
}

function toPart(part: StatePart, calls: Iterator<Assistant["calls"][number]>): AssistantPart {
  const marks = part.options && { providerOptions: part.options as never };
  if (part.type !== "call") return { type: part.type, text: part.text, ...marks };
  const { id, name, arguments: input } = calls.next().value as Assistant["calls"][number];
  return { type: "tool-call", toolCallId: id, toolName: callable(name), input, ...marks };
}

/** A name that a model invented may be one that its provider refuses to read again. */
function callable(name: string): string {
  return name.replace(/[^\w-]/g, "_").slice(0, 64) || "unnamed";
}
