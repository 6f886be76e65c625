import type { WireReply } from "./model-server.ts";
import { compatible, type Dialect, messages, responses } from "./wire-dialects.ts";

type Json = Record<string, unknown>;
/** Why a request is refused, in the provider's words. */
type Rule = (body: Json) => string | undefined;

const list = (value: unknown) => (Array.isArray(value) ? (value as Json[]) : []);
const object = (value: unknown) => (typeof value === "object" && value !== null ? (value as Json) : {});

/** A place refuses what the APIs refuse of everybody: names, calls without results, results without calls, and messages that say nothing. */
const always = new Map<Dialect, Rule>([
  [
    compatible,
    ({ messages: given, tools }) => {
      const open = new Set<unknown>();
      for (const [i, { role, content, tool_calls, tool_call_id }] of list(given).entries()) {
        if (role === "system" && i > 0 && list(given)[i - 1]?.["role"] !== "system") return "System message must be at the beginning.";
        if (role !== "tool" && open.size > 0) return "An assistant message with 'tool_calls' must be followed by tool messages.";
        if (role === "tool" && !open.delete(tool_call_id)) return "messages with role 'tool' must be a response to 'tool_calls'.";
        for (const call of list(tool_calls)) open.add(call["id"]);
        const calls = list(tool_calls).map((call) => object(call["function"]));
        if (calls.some(({ name }) => !isName(name))) return `Invalid 'messages[${i}].tool_calls[0].function.name'`;
        if (calls.some((call) => typeof call["arguments"] !== "string"))
          return `Invalid type for 'messages[${i}].tool_calls[0].function.arguments'`;
        if (role === "assistant" && calls.length === 0 && !content) return "Message content may not be empty.";
      }
      return list(tools).every((tool) => isName(object(tool["function"])["name"])) ? undefined : "Invalid 'tools[0].function.name'";
    },
  ],
  [
    responses,
    ({ input, tools }) => {
      const called = new Set<unknown>();
      const answered = new Set<unknown>();
      for (const { type, call_id, name, summary } of list(input)) {
        if (type === "item_reference") return "Item not found. Items are not persisted for Zero Data Retention organizations.";
        if (type === "reasoning" && !Array.isArray(summary)) return "Missing required parameter: 'input[0].summary'.";
        if (type === "function_call" && !isName(name)) return "Invalid 'input[0].name'";
        if (type === "function_call") called.add(call_id);
        if (type === "function_call_output" && !called.has(call_id))
          return `No tool call found for function call output with call_id ${String(call_id)}.`;
        if (type === "function_call_output") answered.add(call_id);
      }
      if ([...called].some((id) => !answered.has(id))) return "No tool output found for function call.";
      return list(tools).every(({ name }) => isName(name)) ? undefined : "Invalid 'tools[0].name'";
    },
  ],
  [
    messages,
    ({ messages: given, tools }) => {
      for (const [i, { role, content }] of list(given).entries()) {
        const blocks = list(content);
        if (role === "system") return 'messages: Unexpected role "system".';
        if (blocks.some(({ type, text }) => type === "text" && String(text).trim() === ""))
          return "text content blocks must contain non-whitespace text";
        if (blocks.some(({ type, name }) => type === "tool_use" && !isName(name)))
          return `messages.${i}.content.0.tool_use.name: String should match pattern`;
        const used = blocks.filter(({ type }) => type === "tool_use").map(({ id }) => id);
        const results = list(list(given)[i + 1]?.["content"]).map(({ tool_use_id }) => tool_use_id);
        if (used.some((id) => !results.includes(id))) return "`tool_use` ids were found without `tool_result` blocks immediately after";
      }
      const [wrong] = list(tools).flatMap((tool, i) => (rootCombiner(object(tool["input_schema"])) ? [i] : []));
      if (wrong !== undefined)
        return `tools.${wrong}.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level`;
      return list(tools).every(({ name }) => isName(name))
        ? undefined
        : "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'";
    },
  ],
]);

const isName = (name: unknown) => typeof name === "string" && /^[a-zA-Z0-9_-]{1,64}$/.test(name);
const rootCombiner = (schema: Json) => ["anyOf", "oneOf", "allOf"].some((name) => name in schema);

/** DeepSeek and Moonshot while their models think: a call comes with its thoughts, or not at all. */
export const deepseek: Rule = ({ messages: given }) =>
  list(given).some(({ tool_calls, reasoning_content }) => list(tool_calls).length > 0 && typeof reasoning_content !== "string")
    ? "Missing `reasoning_content` field in the assistant message at message index 2."
    : undefined;

/** Gemini 3 by its OpenAI-compatible address: the first call of an answer has its signature. */
export const gemini: Rule = ({ messages: given }) =>
  list(given).some(({ tool_calls }) => {
    const [first] = list(tool_calls);
    return first && typeof object(object(first["extra_content"])["google"])["thought_signature"] !== "string";
  })
    ? "Function call is missing a thought_signature in functionCall parts."
    : undefined;

/** Providers that know no field of another one. */
export const withoutReasoning: Rule = ({ messages: given }) =>
  list(given).some((message) => "reasoning_content" in message) ? "property 'messages.2.reasoning_content' is unsupported" : undefined;

/** Claude while it thinks: an answer that calls tools begins with its thoughts, unchanged. */
export const thinkingFirst: Rule = ({ messages: given }) =>
  list(given).some(({ role, content }) => {
    const kinds = list(content).map(({ type }) => String(type));
    return role === "assistant" && kinds.includes("tool_use") && !kinds[0]?.endsWith("thinking");
  })
    ? "messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`."
    : undefined;

/** How a provider of this dialect refuses, by its own rules and by these. */
export function refusing(dialect: Dialect, ...rules: readonly Rule[]) {
  return (body: string): WireReply | undefined => {
    const parsed = JSON.parse(body) as Json;
    const why = [always.get(dialect), ...rules].map((rule) => rule?.(parsed)).find((words) => words !== undefined);
    if (why === undefined) return undefined;
    return {
      status: 400,
      headers: { "content-type": "application/json" },
      body: [JSON.stringify(dialect.errorBody("invalid_request_error", why))],
    };
  };
}
