import { block, chunk, compatible, messages, responses, started } from "#server/testing/wire-dialects.ts";
import { deepseek, gemini, thinkingFirst, withoutReasoning } from "#server/testing/provider-rules.ts";
import type { Scene } from "./scene.cases.ts";
import { done, listed, thought, call, signature, thinking, toolUse, claudeDone, created, reasoningItem } from "./spoken.cases.ts";

/** A model gets its own state back. */
export const stateScenes: readonly Scene[] = [
  {
    name: "DeepSeek thinks, calls and wants its thoughts with the call",
    dialect: compatible,
    rules: [deepseek],
    replies: [{ body: [...thought("reasoning_content", "Look ", "first."), call("c1"), ...compatible.end("tool_calls")] }, done],
    tells: ["assistant thinking: Look first.", ...listed],
    asks: { 2: ['"reasoning_content":"Look first."'] },
  },
  {
    name: "DeepSeek calls with empty thoughts",
    dialect: compatible,
    rules: [deepseek],
    replies: [{ body: [...thought("reasoning_content", ""), call("c1"), ...compatible.end("tool_calls")] }, done],
    tells: listed,
    asks: { 2: ['"reasoning_content":""'] },
  },
  {
    name: "DeepSeek calls twice in a run",
    dialect: compatible,
    rules: [deepseek],
    replies: [
      { body: [...thought("reasoning_content", "One."), call("c1"), ...compatible.end("tool_calls")] },
      { body: [...thought("reasoning_content", "Two."), call("c2"), ...compatible.end("tool_calls")] },
      done,
    ],
    tells: ["assistant thinking: One.", ...listed.slice(0, 2), "assistant thinking: Two.", ...listed],
    asks: { 3: ['"reasoning_content":"One."', '"reasoning_content":"Two."'] },
  },
  {
    name: "thoughts under the name of vLLM and Groq go back under it",
    dialect: compatible,
    rules: [withoutReasoning],
    replies: [{ body: [...thought("reasoning", "Look first."), call("c1"), ...compatible.end("tool_calls")] }, done],
    tells: ["assistant thinking: Look first.", ...listed],
    asks: { 2: ['"reasoning":"Look first."'] },
  },
  {
    name: "OpenRouter's details go back whole",
    dialect: compatible,
    replies: [
      {
        body: [
          chunk({
            reasoning: "Look",
            reasoning_details: [{ type: "reasoning.text", text: "Look", format: "anthropic-claude-v1", index: 0 }],
          }),
          chunk({ reasoning: " first.", reasoning_details: [{ type: "reasoning.text", text: " first.", signature: "sig-1", index: 0 }] }),
          chunk({ reasoning_details: [{ type: "reasoning.encrypted", data: "sealed-1", id: "r1", index: 1 }] }),
          call("c1"),
          ...compatible.end("tool_calls"),
        ],
      },
      done,
    ],
    tells: ["assistant thinking: Look first.", ...listed],
    asks: {
      2: [
        '{"type":"reasoning.text","text":"Look first.","format":"anthropic-claude-v1","index":0,"signature":"sig-1"}',
        '"data":"sealed-1"',
      ],
    },
  },
  {
    name: "Gemini signs a call",
    dialect: compatible,
    rules: [gemini],
    replies: [{ body: [call("c1", signature("sig-a")), ...compatible.end("tool_calls")] }, done],
    tells: listed,
    asks: { 2: ['"thought_signature":"sig-a"'] },
  },
  {
    name: "Gemini signs the first of two calls",
    dialect: compatible,
    rules: [gemini],
    replies: [{ body: [call("c1", signature("sig-a")), call("c2", {}, 1), ...compatible.end("tool_calls")] }, done],
    tells: ["assistant tool_call: list_files", ...listed.slice(0, 2), ...listed.slice(1)],
    asks: { 2: ['"thought_signature":"sig-a"'] },
  },
  {
    name: "thoughts before words without a call stay out",
    dialect: compatible,
    rules: [withoutReasoning],
    replies: [{ body: [...thought("reasoning_content", "Hm."), ...compatible.text("Half"), ...compatible.end("length")] }, done],
    tells: [
      "assistant thinking: Hm.",
      "assistant text: HalfDone.",
      "answer_continued system: The answer reached its length limit and was continued once.",
      "session_completed system: The work is done.",
    ],
  },
  {
    name: "Claude gets its signed thinking back",
    dialect: messages,
    rules: [thinkingFirst],
    replies: [{ body: [started, ...thinking("Look first.", "sig-c"), ...toolUse("t1", 1), ...messages.end("tool_use")] }, claudeDone],
    tells: ["assistant thinking: Look first.", ...listed],
    asks: { 2: ['{"type":"thinking","thinking":"Look first.","signature":"sig-c"}'] },
  },
  {
    name: "Claude gets sealed thinking back",
    dialect: messages,
    rules: [thinkingFirst],
    replies: [
      { body: [started, ...block({ type: "redacted_thinking", data: "sealed-c" }, []), ...toolUse("t1", 1), ...messages.end("tool_use")] },
      claudeDone,
    ],
    tells: listed,
    asks: { 2: ['{"type":"redacted_thinking","data":"sealed-c"}'] },
  },
  {
    name: "Claude thinks between words and calls, and gets all of it in order",
    dialect: messages,
    rules: [thinkingFirst],
    replies: [
      {
        body: [
          started,
          ...thinking("One.", "sig-1"),
          ...block({ type: "text", text: "" }, [{ type: "text_delta", text: "First I look." }], 1),
          ...thinking("Two.", "sig-2", 2),
          ...toolUse("t1", 3),
          ...messages.end("tool_use"),
        ],
      },
      claudeDone,
    ],
    tells: ["assistant thinking: One.\n\nTwo.", "assistant text: First I look.", ...listed],
    asks: {
      2: [
        '"signature":"sig-1"},{"type":"text","text":"First I look."},{"type":"thinking","thinking":"Two.","signature":"sig-2"},{"type":"tool_use"',
      ],
    },
  },
  {
    name: "Claude is asked with a cache",
    dialect: messages,
    replies: [{ body: [started, ...toolUse("t1", 0), ...messages.end("tool_use")] }, claudeDone],
    tells: listed,
    asks: {
      1: ['"system":[{"type":"text","text":"You check invoices.","cache_control":{"type":"ephemeral"}}]'],
      2: ['"tool_use_id":"t1","content":"{\\"files\\":[],\\"total\\":0}","cache_control":{"type":"ephemeral"}}]}'],
    },
  },
  {
    name: "OpenAI's sealed reasoning goes back, and refers to nothing that is stored there",
    dialect: responses,
    replies: [
      { body: [created, ...reasoningItem("rs_1", "sealed-o"), ...responses.call("list_files", "{}"), ...responses.end()] },
      { body: [...responses.text("Done."), ...responses.end()] },
    ],
    tells: ["assistant thinking: Look first. ", ...listed],
    asks: {
      1: ['"include":["reasoning.encrypted_content"]'],
      2: [
        '{"type":"reasoning","encrypted_content":"sealed-o","summary":[{"type":"summary_text","text":"Look first. "}]},{"type":"function_call"',
      ],
    },
    never: ["item_reference", "rs_1"],
  },
  {
    name: "a model of OpenAI that does not think is not asked for thoughts",
    dialect: responses,
    model: "gpt-4.1",
    replies: [{ body: [...responses.text("Done."), ...responses.end()] }],
    tells: listed.slice(2),
    never: ["encrypted_content"],
  },
];
