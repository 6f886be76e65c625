import { expect } from "vitest";
import { block, chunk, compatible, messages, responses, started } from "#server/testing/wire-dialects.ts";
import type { Scene } from "./scene.cases.ts";
import { call, done, listed } from "./spoken.cases.ts";

const ended = listed.slice(3);
const retried = (why: string) => expect.stringMatching(new RegExp(`^retrying system: ${why} Trying again in \\d seconds?\\.$`)) as string;
const fails = (code: string, message: string) => ({ fails: { code, message }, tells: [`session_error system: ${message}`] });
const refused = (status: number, kind: string, words: string) => ({
  status,
  headers: { "content-type": "application/json" },
  body: [JSON.stringify(compatible.errorBody(kind, words))],
});
const twice = ["assistant tool_call: list_files", ...listed.slice(0, 2), ...listed.slice(1)];
const piece = (index: number, more: object) => chunk({ tool_calls: [{ index, ...more }] });
const named = (id: string) => ({ id, type: "function", function: { name: "list_files", arguments: "" } });

/** How answers and their calls end. */
export const endScenes: readonly Scene[] = [
  {
    name: "two calls whose arguments come by turns",
    dialect: compatible,
    replies: [
      {
        body: [
          piece(0, named("c1")),
          piece(1, named("c2")),
          piece(1, { function: { arguments: "{" } }),
          piece(0, { function: { arguments: "{" } }),
          piece(0, { function: { arguments: "}" } }),
          piece(1, { function: { arguments: "}" } }),
          ...compatible.end("tool_calls"),
        ],
      },
      done,
    ],
    tells: twice,
  },
  {
    name: "one id for two calls",
    dialect: compatible,
    replies: [{ body: [call("c1"), call("c1", {}, 1), ...compatible.end("tool_calls")] }, done],
    tells: twice,
  },
  {
    name: "an id of 300 letters",
    dialect: compatible,
    replies: [{ body: [call("c".repeat(300)), ...compatible.end("tool_calls")] }, done],
    tells: listed,
    asks: { 2: [`"tool_call_id":"${"c".repeat(300)}"`] },
  },
  {
    name: "a call that is cut is not made",
    dialect: messages,
    replies: [
      { body: [...messages.call("list_files", '{"prefix":"re'), ...messages.end("max_tokens")] },
      { body: [...messages.text("Done."), ...messages.end()] },
    ],
    tells: [
      'assistant tool_call: {"prefix":"re',
      "tool tool_result: The arguments are not valid JSON (cut after 13 characters). Nothing was done. Call again with shorter arguments.",
      ...listed.slice(2),
    ],
  },
  {
    name: "an answer of OpenAI that is cut continues",
    dialect: responses,
    replies: [
      { body: [...responses.text("All is "), ...responses.end("max_output_tokens")] },
      { body: [...responses.text("well."), ...responses.end()] },
    ],
    tells: [
      "assistant text: All is well.",
      "answer_continued system: The answer reached its length limit and was continued once.",
      ...ended,
    ],
  },
  {
    name: "a refusal in words",
    dialect: compatible,
    replies: [{ body: [chunk({ refusal: "I cannot help with that." }), ...compatible.end()] }],
    ...fails("answer_withheld", "The model declined to answer: I cannot help with that."),
  },
  {
    name: "a refusal of Claude",
    dialect: messages,
    replies: [{ body: [...messages.text("Well,"), ...messages.end("refusal")] }],
    ...fails("answer_withheld", "The model declined to answer."),
  },
  {
    name: "a filter of OpenAI",
    dialect: responses,
    replies: [{ body: [...responses.text("Well,"), ...responses.end("content_filter")] }],
    ...fails("answer_withheld", "The model provider’s content filter withheld the answer."),
  },
  {
    name: "nothing, twice",
    dialect: compatible,
    replies: [{ body: [chunk({ content: "" }), ...compatible.end()] }],
    asked: 2,
    ...fails("answer_empty", "The model answered twice without a word."),
  },
  {
    name: "nothing, then words",
    dialect: compatible,
    replies: [{ body: [chunk({ content: "" }), ...compatible.end()] }, done],
    tells: listed.slice(2),
  },
  {
    name: "the end of the context, of Claude",
    dialect: messages,
    replies: [
      {
        body: [
          started,
          ...block({ type: "text", text: "" }, [{ type: "text_delta", text: "All" }]),
          ...messages.end("model_context_window_exceeded"),
        ],
      },
    ],
    ...fails("content_too_large", "The conversation is too long for this model: its answer reached the end of the context."),
  },
  {
    name: "too fast, then an answer",
    dialect: compatible,
    replies: [refused(429, "rate_limit_error", "Slow down"), done],
    tells: [retried("The model provider answered 429: Slow down\\."), ...listed.slice(2)],
  },
  {
    name: "overloaded within the answer, then an answer",
    dialect: messages,
    replies: [
      { body: [...messages.text("Al"), ...messages.error("overloaded_error", "Overloaded")] },
      { body: [...messages.text("Done."), ...messages.end()] },
    ],
    tells: [retried("The answer broke off: the model provider reported an error: Overloaded\\."), ...listed.slice(2)],
  },
  {
    name: "no credit",
    dialect: compatible,
    replies: [refused(429, "insufficient_quota", "Check your plan")],
    ...fails("account_exhausted", "The account at the model provider has no credit left: Check your plan."),
  },
];
