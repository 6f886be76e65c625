import { parseExact } from "#contract/exact-json.ts";
import { toCall } from "./call-arguments.ts";
import type { ModelPart, ToolSpec } from "./port.ts";

type Call = Extract<ModelPart, { type: "call" | "unreadable_call" }>;

/** Calls of this kind have ids that begin so. */
export const writtenId = "written_";

/** Where a line begins as local models write calls. */
export const callBegins = /(^|\n)[ \t]*(?=<tool_call>|<function=|\[TOOL_CALLS\])/;
/** The end of a text that may be the beginning of that. */
export const mayBegin = /(^|\n)[ \t]*(<[a-z_=]{0,9}|\[[A-Z_]{0,10})?$/;

const forms = [
  /^<tool_call>\s*(\{[\s\S]*?\})\s*<\/tool_call>/,
  /^(?:<tool_call>\s*)?<function=([\w.-]+)>([\s\S]*?)<\/function>(?:\s*<\/tool_call>)?/,
  /^\[TOOL_CALLS\]\s*(\[[\s\S]*\])\s*(?:<\/s>)?$/,
  /^\[TOOL_CALLS\]\s*([\w.-]+)(?:\[ARGS\])?\s*(\{[\s\S]*?\})\s*(?=$|\[TOOL_CALLS\])/,
] as const;

/**
 * The calls that a text consists of, in the forms of Hermes and Qwen, Llama and Mistral. Undefined where anything in it is no call, or a call of what is
 * not offered: then it is a text that shows how calls look.
 */
export function writtenCalls(text: string, tools: readonly ToolSpec[]): Call[] | undefined {
  const calls: { name: string; raw: string }[] = [];
  let rest = text.trim();
  while (rest !== "") {
    const found = forms.map((form) => form.exec(rest)).find((match) => match !== null);
    const made = found && readCalls(found, tools);
    if (!made) return undefined;
    calls.push(...made);
    rest = rest.slice(found[0].length).trim();
  }
  if (calls.length === 0 || calls.some(({ name }) => !tools.some((tool) => tool.name === name))) return undefined;
  return calls.map(({ name, raw }, i) => toCall({ id: `${writtenId}${i + 1}`, name, raw }, false));
}

function readCalls([, first = "", second]: RegExpExecArray, tools: readonly ToolSpec[]): { name: string; raw: string }[] | undefined {
  if (second !== undefined) return [{ name: first, raw: second.trim().startsWith("{") ? second.trim() : parameters(second, first, tools) }];
  try {
    const given = parseExact(first);
    return (Array.isArray(given) ? given : [given]).map((each) => {
      const { name, arguments: args, parameters: also } = each as Record<string, unknown>;
      const raw = args ?? also ?? {};
      return { name: String(name), raw: typeof raw === "string" ? raw : JSON.stringify(raw) };
    });
  } catch {
    return undefined;
  }
}

/** Qwen writes each argument between tags: a text as it stands, anything else as JSON. */
function parameters(written: string, name: string, tools: readonly ToolSpec[]): string {
  const declared = tools.find((tool) => tool.name === name)?.parameters["properties"] as Record<string, { type?: unknown }> | undefined;
  const given = [...written.matchAll(/<parameter=([\w.-]+)>\n?([\s\S]*?)\n?<\/parameter>/g)].map(([, key = "", value = ""]) => {
    if (declared?.[key]?.type === "string") return [key, value];
    try {
      return [key, parseExact(value)];
    } catch {
      return [key, value];
    }
  });
  return JSON.stringify(Object.fromEntries(given));
}
