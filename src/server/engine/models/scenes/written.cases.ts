import { compatible, messages, responses } from "#server/testing/wire-dialects.ts";
import type { Scene } from "./scene.cases.ts";
import { call, done, listed } from "./spoken.cases.ts";

const ended = listed.slice(3);
/** Text in the pieces in which it comes. */
const says = (...pieces: string[]) => ({ body: [...pieces.flatMap((piece) => compatible.text(piece)), ...compatible.end()] });
const only = (name: string, reply: Scene["replies"][number], ...tells: string[]): Scene => ({
  name,
  dialect: compatible,
  replies: [reply],
  tells: [...tells, ...ended],
});
const calls = (name: string, ...pieces: string[]): Scene => ({
  name,
  dialect: compatible,
  replies: [says(...pieces), done],
  tells: listed,
  asks: { 2: ['"tool_calls":[{"id":"written_1'] },
});

/** Thoughts and calls that a server hands on as text. */
export const writtenScenes: readonly Scene[] = [
  only(
    "thoughts between tags are no answer",
    says("<think>Look first.</think>\n\nAll is well."),
    "assistant thinking: Look first.",
    "assistant text: All is well.",
  ),
  only(
    "tags in pieces",
    says("<th", "ink>Look ", "first.</", "think>", "\nAll is well."),
    "assistant thinking: Look first.",
    "assistant text: All is well.",
  ),
  only(
    "thoughts whose beginning stood in the prompt",
    says("Look ", "first.\n</think>", "\n\nAll is well."),
    "assistant thinking: Look first.\n",
    "assistant text: All is well.",
  ),
  only("a tag within the answer stays", says("Write <b>bold</b>, or 3 < 4."), "assistant text: Write <b>bold</b>, or 3 < 4."),
  only("a text that ends as a tag would begin", says("All is well.\n", "<"), "assistant text: All is well.\n<"),
  calls("a call as Hermes and Qwen write it", '<tool_call>\n{"name": "list_files", "arguments": {}}\n</tool_call>'),
  calls("a call in pieces", "<tool", '_call>{"name": "list_f', 'iles", "arguments": {}}</tool', "_call>"),
  calls(
    "a call as Qwen Coder writes it",
    "<tool_call>\n<function=list_files>\n<parameter=prefix>\nreports\n</parameter>\n</function>\n</tool_call>",
  ),
  calls("a call as Llama writes it", "<function=list_files>{}</function>"),
  calls("a call as Mistral writes it", '[TOOL_CALLS] [{"name": "list_files", "arguments": {}}]'),
  calls("a call as Mistral's later models write it", "[TOOL_CALLS]list_files[ARGS]{}"),
  {
    name: "words, then a call",
    dialect: compatible,
    replies: [says('First I look.\n<tool_call>{"name": "list_files", "arguments": {}}</tool_call>'), done],
    tells: ["assistant text: First I look.", ...listed],
  },
  {
    name: "thoughts, then two calls",
    dialect: compatible,
    replies: [says(`<think>Two.</think>${'\n<tool_call>{"name": "list_files", "arguments": {}}</tool_call>'.repeat(2)}`), done],
    tells: ["assistant thinking: Two.", "assistant tool_call: list_files", ...listed.slice(0, 2), ...listed.slice(1)],
  },
  {
    name: "arguments that are no JSON are told to the model",
    dialect: compatible,
    replies: [says('<tool_call>{"name": "list_files", "arguments": "{prefix}"}</tool_call>'), done],
    tells: [
      "assistant tool_call: {prefix}",
      "tool tool_result: The arguments are not valid JSON (wrong at character 2). Nothing was done. Call again with valid JSON.",
      ...listed.slice(2),
    ],
  },
  only(
    "a call of what there is not is a text",
    says('<tool_call>{"name": "pay", "arguments": {}}</tool_call>'),
    'assistant text: <tool_call>{"name": "pay", "arguments": {}}</tool_call>',
  ),
  only(
    "a call that a text explains is a text",
    says('Write this:\n<tool_call>{"name": "list_files", "arguments": {}}</tool_call>\nand wait.'),
    'assistant text: Write this:\n<tool_call>{"name": "list_files", "arguments": {}}</tool_call>\nand wait.',
  ),
  {
    name: "a server that knows calls has no other ones",
    dialect: compatible,
    replies: [
      { body: [call("c1"), ...compatible.end("tool_calls")] },
      says('<tool_call>{"name": "list_files", "arguments": {}}</tool_call>'),
    ],
    tells: [...listed.slice(0, 2), 'assistant text: <tool_call>{"name": "list_files", "arguments": {}}</tool_call>', ...ended],
  },
  ...[messages, responses].map((dialect) => ({
    name: `what looks like a call or a thought is a text: ${dialect.model}`,
    dialect,
    replies: [
      { body: [...dialect.text('<think>x</think>\n<tool_call>{"name": "list_files", "arguments": {}}</tool_call>'), ...dialect.end()] },
    ],
    tells: ['assistant text: <think>x</think>\n<tool_call>{"name": "list_files", "arguments": {}}</tool_call>', ...ended],
  })),
];
