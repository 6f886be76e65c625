import { expect } from "vitest";
import { block, chunk, compatible, data, event, messages, responses, started } from "#server/testing/wire-dialects.ts";
import type { Scene } from "./scene.cases.ts";
import { call, done, listed } from "./spoken.cases.ts";

const well = ["assistant text: All is well.", "session_completed system: The work is done."];
const json = (body: object) => ({ headers: { "content-type": "application/json" }, body: [JSON.stringify(body)] });
const retried = (why: string) => expect.stringMatching(new RegExp(`^retrying system: ${why} Trying again in \\d seconds?\\.$`)) as string;
const scene = (name: string, dialect: Scene["dialect"], body: readonly string[], more: Partial<Scene> = {}): Scene => ({
  name,
  dialect,
  replies: [{ body }],
  tells: well,
  ...more,
});
const calling = (name: string, body: readonly string[], more: Partial<Scene> = {}): Scene => ({
  name,
  dialect: compatible,
  replies: [{ body }, done],
  tells: listed,
  ...more,
});
/** An answer that nobody can read is asked for twice, and then the run says why. */
const final = (name: string, dialect: Scene["dialect"], reply: Scene["replies"][number], why: string): Scene => ({
  name,
  dialect,
  replies: [reply],
  asked: 2,
  tells: [retried(why), `session_error system: Gave up after the same answer came twice. ${why}`],
  fails: { code: "retries_exhausted", message: `Gave up after the same answer came twice. ${why}` },
});
const usage = (figures: object) => data({ choices: [], usage: figures });
const claudeText = (index = 0) => block({ type: "text", text: "" }, [{ type: "text_delta", text: "All is well." }], index);

/** How gateways and servers put an answer on the wire. */
export const streamScenes: readonly Scene[] = [
  scene("a stream that ends with [DONE] and no reason", compatible, [...compatible.text("All is well."), "data: [DONE]\n\n"]),
  calling("a call, [DONE] and no reason", [call("c1"), "data: [DONE]\n\n"]),
  scene("usage with texts for figures", compatible, [
    ...compatible.text("All is well."),
    chunk({}, "stop"),
    usage({ prompt_tokens: "11", completion_tokens: "seven", prompt_tokens_details: { cached_tokens: "3" } }),
    "data: [DONE]\n\n",
  ]),
  scene("usage that is a text", compatible, [
    ...compatible.text("All is well."),
    data({ choices: [], usage: "none" }),
    ...compatible.end(),
  ]),
  calling("arguments that are an object", [
    chunk({ tool_calls: [{ index: 0, id: "c1", type: "function", function: { name: "list_files", arguments: { prefix: "reports" } } }] }),
    ...compatible.end("tool_calls"),
  ]),
  calling("a call in the old form", [
    chunk({ function_call: { name: "list_files", arguments: "{" } }),
    chunk({ function_call: { arguments: "}" } }),
    ...compatible.end("function_call"),
  ]),
  calling("two calls without places", [
    chunk({ tool_calls: [{ id: "c1", type: "function", function: { name: "list_files", arguments: "{}" } }] }),
    ...compatible.end("tool_calls"),
  ]),
  calling("a call without an id", [
    chunk({ tool_calls: [{ index: 0, function: { name: "list_files", arguments: "{}" } }] }),
    ...compatible.end("tool_calls"),
  ]),
  calling("a call without arguments", [
    chunk({ tool_calls: [{ index: 0, id: "c1", function: { name: "list_files" } }] }),
    ...compatible.end("tool_calls"),
  ]),
  calling("the same id in two answers", [call("c1"), ...compatible.end("tool_calls")], {
    replies: [{ body: [call("c1"), ...compatible.end("tool_calls")] }, { body: [call("c1"), ...compatible.end("tool_calls")] }, done],
    tells: [...listed.slice(0, 2), ...listed],
  }),
  calling("a tool with a name that only its inventor knows", [], {
    replies: [
      {
        body: [
          chunk({ tool_calls: [{ index: 0, id: "c1", function: { name: "functions.list_files", arguments: "{}" } }] }),
          ...compatible.end("tool_calls"),
        ],
      },
      done,
    ],
    tells: [
      "assistant tool_call: functions.list_files",
      "tool tool_result: There is no tool functions.list_files here.",
      ...listed.slice(2),
    ],
    asks: { 2: ['"name":"functions_list_files"'] },
  }),
  scene("lines that end as on Windows, and comments", compatible, [
    ": keep-alive\r\n\r\n",
    ...[...compatible.text("All is well."), ...compatible.end()].map((piece) => piece.replaceAll("\n", "\r\n")),
  ]),
  scene(
    "letters that are cut between two pieces",
    compatible,
    compatible
      .text("All is well.")
      .concat(compatible.end())
      .join("")
      .match(/[\s\S]{1,7}/g) ?? [],
  ),
  scene("text as a list of parts", compatible, [chunk({ content: [{ type: "text", text: "All is well." }] }), ...compatible.end()]),
  scene("a whole answer instead of a stream", compatible, [], {
    replies: [
      json({
        id: "c",
        object: "chat.completion",
        choices: [{ index: 0, message: { role: "assistant", content: "All is well." }, finish_reason: "stop" }],
      }),
    ],
  }),
  calling("a whole call instead of a stream", [], {
    replies: [
      json({
        choices: [
          {
            message: { content: null, tool_calls: [{ id: "c1", type: "function", function: { name: "list_files", arguments: "{}" } }] },
            finish_reason: "tool_calls",
          },
        ],
      }),
      done,
    ],
  }),
  scene("a stream that is labeled as JSON", compatible, [], {
    replies: [{ headers: { "content-type": "application/json" }, body: [...compatible.text("All is well."), ...compatible.end()] }],
  }),
  scene("a kind of block that is new, of Claude", messages, [
    started,
    ...block({ type: "mood", mood: "calm" }, [{ type: "mood_delta", mood: "calmer" }]),
    ...claudeText(1),
    ...messages.end(),
  ]),
  scene("a kind of event and of piece that is new, of Claude", messages, [
    started,
    event("weather", { sky: "blue" }),
    ...block({ type: "text", text: "" }, [
      { type: "text_delta", text: "All is well." },
      { type: "tone_delta", tone: 1 },
    ]),
    ...messages.end(),
  ]),
  scene("usage with texts for figures, of Claude", messages, [
    event("message_start", {
      message: { id: "m", type: "message", role: "assistant", model: "m", content: [], usage: { input_tokens: "3" } },
    }),
    ...claudeText(),
    event("message_delta", { delta: { stop_reason: "end_turn", stop_sequence: null } }),
    event("message_stop"),
  ]),
  scene("Claude takes a break", messages, [], {
    replies: [
      { body: [started, ...block({ type: "text", text: "" }, [{ type: "text_delta", text: "All " }]), ...messages.end("pause_turn")] },
      { body: [started, ...block({ type: "text", text: "" }, [{ type: "text_delta", text: "is well." }]), ...messages.end()] },
    ],
    tells: [well[0] ?? "", "answer_continued system: The answer reached its length limit and was continued once.", well[1] ?? ""],
  }),
  scene("usage with texts for figures, of OpenAI", responses, [
    ...responses.text("All is well."),
    data({ type: "response.completed", response: { incomplete_details: null, usage: { input_tokens: "3", output_tokens: null } } }),
  ]),
  scene("an event that is new, of OpenAI", responses, [
    data({ type: "response.weather", sky: "blue" }),
    ...responses.text("All is well."),
    ...responses.end(),
  ]),
  final("a document without an answer", compatible, json({ ok: true }), "The answer cannot be read: it is not a stream of events."),
  final(
    "a whole answer of Claude",
    messages,
    json({ type: "message", content: [] }),
    "The answer cannot be read: it is not a stream of events.",
  ),
  final(
    "a sign-in page",
    responses,
    { headers: { "content-type": "text/html" }, body: ["<h1>Sign in</h1>"] },
    "The answer cannot be read: it is a web page.",
  ),
  final(
    "a form that is not known",
    compatible,
    { body: [data({ choices: "all" })] },
    "The answer cannot be read: one of its events has a form that is not known.",
  ),
  final(
    "an event that is no JSON",
    compatible,
    { body: ["data: <html>\n\n"] },
    "The answer cannot be read: one of its events is not JSON.",
  ),
];
