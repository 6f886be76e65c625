import { parseExact } from "#contract/exact-json.ts";
import type { ProviderKind } from "./answer-state.ts";

type Json = Record<string, unknown>;
/** What is handed on instead of the data of one event; undefined: as it came. */
type Mend = (data: string) => string | undefined;

/**
 * A stream of events as the provider should have sent it. Gateways and local servers write some things in ways of their own, and libraries that read them
 * end the answer there: none of this changes what the model said.
 */
export function mendedStream(kind: ProviderKind): TransformStream<Uint8Array, Uint8Array> {
  const mend = { compatible: chatMend, anthropic: messagesMend, openai: responsesMend }[kind]();
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let rest = "";
  const mended = (line: string) => {
    const [, data, end = ""] = /^data:[ ]?(.*?)(\r?)$/s.exec(line) ?? [];
    const other = data === undefined ? undefined : mend(data);
    return other === undefined ? line : `data: ${other}${end}`;
  };
  return new TransformStream({
    transform(piece, controller) {
      const lines = (rest + decoder.decode(piece, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      if (lines.length > 0) controller.enqueue(encoder.encode(lines.map((line) => `${mended(line)}\n`).join("")));
    },
    flush(controller) {
      const last = rest + decoder.decode();
      if (last !== "") controller.enqueue(encoder.encode(mended(last)));
    },
  });
}

const object = (value: unknown): Json | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
const list = (value: unknown): Json[] => (Array.isArray(value) ? value.map(object).filter((one) => one !== undefined) : []);

/** Undefined for what is no object, which the library refuses in its own words. */
function read(data: string): Json | undefined {
  try {
    return object(parseExact(data));
  } catch {
    return undefined;
  }
}

/** Figures that are none, or that the library misses, count as nothing. True where there was one. */
function mendUsage(holder: Json | undefined, needed: readonly string[] = []): boolean {
  if (!holder || (needed.length === 0 && (holder["usage"] === undefined || holder["usage"] === null))) return false;
  const before = object(holder["usage"]);
  const after = withFigures(before ?? {});
  for (const name of needed) if (typeof after[name] !== "number") after[name] = 0;
  if (before && JSON.stringify(after) === JSON.stringify(before)) return false;
  holder["usage"] = after;
  return true;
}

function withFigures(usage: Json): Json {
  const figures = Object.entries(usage).map(([name, value]) => {
    if (object(value)) return [name, withFigures(value as Json)] as const;
    const isOdd = name.endsWith("_tokens") && typeof value !== "number" && value !== null;
    return [name, isOdd ? Number(value) || 0 : value] as const;
  });
  return Object.fromEntries(figures);
}

/** Chat completions. */
function chatMend(): Mend {
  let ended = false;
  let began = false;
  let called = false;
  const end = (reason: string) => JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: reason }] });
  return (data) => {
    if (data.trim() === "[DONE]") return ended || !began ? undefined : `${end(called ? "tool_calls" : "stop")}\n\ndata: [DONE]`;
    const chunk = read(data);
    if (!chunk) return undefined;
    let changed = mendUsage(chunk);
    for (const choice of list(chunk["choices"])) {
      if (typeof choice["finish_reason"] === "string" && choice["finish_reason"] !== "") ended = true;
      const delta = object(choice["delta"]);
      if (!delta) continue;
      began = true;
      const before = object(delta["function_call"]);
      if (before && list(delta["tool_calls"]).length === 0) {
        // How calls were written before there could be several.
        const first = typeof before["name"] === "string" ? { id: "function_call", type: "function" } : {};
        delta["tool_calls"] = [{ index: 0, ...first, function: before }];
        changed = true;
      }
      for (const call of list(delta["tool_calls"])) {
        called = true;
        const made = object(call["function"]);
        if (!made || !object(made["arguments"])) continue;
        made["arguments"] = JSON.stringify(made["arguments"]);
        changed = true;
      }
    }
    return changed ? JSON.stringify(chunk) : undefined;
  };
}

const knownBlocks = new Set(["text", "thinking", "redacted_thinking", "tool_use"]);
const knownDeltas = new Set(["text_delta", "thinking_delta", "signature_delta", "input_json_delta", "citations_delta"]);
const knownEvents = /^(message_(start|delta|stop)|content_block_(start|delta|stop)|ping|error)$/;
const nothing = JSON.stringify({ type: "ping" });

/** Anthropic adds kinds of events, blocks and pieces, and asks clients to pass over those that they do not know. */
function messagesMend(): Mend {
  const unknown = new Set<unknown>();
  return (data) => {
    const event = read(data);
    if (!event || typeof event["type"] !== "string") return undefined;
    const { type, index } = event;
    if (!knownEvents.test(type)) return nothing;
    if (type === "content_block_start" && !knownBlocks.has(String(object(event["content_block"])?.["type"]))) unknown.add(index);
    if (type.startsWith("content_block_") && unknown.has(index)) return nothing;
    if (type === "content_block_delta" && !knownDeltas.has(String(object(event["delta"])?.["type"]))) return nothing;
    const changed =
      (type === "message_start" && mendUsage(object(event["message"]), ["input_tokens"])) ||
      (type === "message_delta" && mendUsage(event, ["output_tokens"]));
    return changed ? JSON.stringify(event) : undefined;
  };
}

function responsesMend(): Mend {
  return (data) => {
    if (!/"response\.(completed|incomplete)"/.test(data)) return undefined;
    const event = read(data);
    const response = object(event?.["response"]);
    return response?.["usage"] && mendUsage(response, ["input_tokens", "output_tokens"]) ? JSON.stringify(event) : undefined;
  };
}
