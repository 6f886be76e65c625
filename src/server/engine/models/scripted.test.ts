import { expect, it } from "vitest";
import { type ToolSpec, type Turn } from "./port.ts";
import { parseSteps, scriptedModel } from "./scripted.ts";

async function answer(input: string, turns: Turn[], tools: ToolSpec[] = []) {
  const parts = [];
  const request = {
    settings: { model: "scripted", input },
    instructions: input,
    turns,
    skills: [],
    tools,
    signal: new AbortController().signal,
  };
  for await (const part of scriptedModel([]).answer(request)) if (part.type !== "usage") parts.push(part);
  return parts;
}

it("reads steps and leaves prose alone", () => {
  expect(
    parseSteps('# GOAL\nCheck invoices, then call it a day.\n1. call read_file {"path": "a.csv"}\n- ask "Which?" options: A, B\nsay Hi'),
  ).toEqual([
    { verb: "call", tool: "read_file", json: '{"path": "a.csv"}' },
    { verb: "ask", question: "Which?", options: ["A", "B"] },
    { verb: "say", text: "Hi" },
  ]);
});

it("takes a line for a step only where it clearly is one", () => {
  const verbs = (text: string) => parseSteps(text).map(({ verb }) => verb);
  const sentence = "# GOAL\n\nAsk which month to report, then say so.\nSay it in two sentences.\nFail when nobody knows.";
  expect(verbs(sentence)).toEqual([]);
  expect(verbs(`${sentence}\ncall list_files {}`)).toEqual(["call"]);
  // A line that goes on with a sentence.
  expect(verbs("If the supplier is new\nask a person, or\nsay so.\n\nsay Done")).toEqual(["say"]);
  expect(verbs("Without a full stop\n1. say Done\n- say More")).toEqual(["say", "say"]);
  // What stands below the heading is all there is.
  expect(verbs("call list_files {}\n## Steps\nsay One\n### Notes\nsay Two")).toEqual(["say"]);
  expect(verbs('rubric Is polite: not contains "nonsense", low\nsay One')).toEqual(["say"]);
});

it("fails with the reason when there are no steps", async () => {
  await expect(answer("Be helpful", [{ role: "user", text: "x" }])).rejects.toMatchObject({
    code: "scripted_no_steps",
    message: expect.stringContaining("no step that the practice model (scripted) can follow"),
  });
});

it("leaves out a call that is written for where its tool is offered", async () => {
  const script = 'call claim_case {"queue": "A"} where offered\nsay Done';
  const turns: Turn[] = [{ role: "user", text: "x" }];
  expect(await answer(script, turns)).toEqual([{ type: "text", text: "Done\n" }]);
  const offered = { name: "claim_case", description: "", parameters: {} };
  expect(await answer(script, turns, [offered])).toMatchObject([{ type: "call", name: "claim_case", arguments: { queue: "A" } }]);
});

it("goes on behind the step whose result it got, fills in results and starts over on a later message", async () => {
  const script =
    'say Looking\ncall list_files {"prefix": "{{message}}"}\nsay Found {{last}}\ncall read_file {"path": "b"}\nsay {{step 2}} and {{step 4}}';
  const turns: Turn[] = [{ role: "user", text: "in/" }];
  expect(await answer(script, turns)).toEqual([
    { type: "text", text: "Looking\n" },
    { type: "call", id: "turn1_step2", name: "list_files", arguments: { prefix: "in/" } },
  ]);
  turns.push(
    { role: "assistant", text: "Looking", calls: [{ id: "1", name: "list_files", arguments: {} }] },
    { role: "tool", results: [{ callId: "1", name: "list_files", value: "two" }] },
  );
  expect(await answer(script, turns)).toEqual([
    { type: "text", text: "Found two\n" },
    { type: "call", id: "turn3_step4", name: "read_file", arguments: { path: "b" } },
  ]);
  turns.push(
    { role: "assistant", text: "", calls: [{ id: "2", name: "read_file", arguments: {} }] },
    { role: "tool", results: [{ callId: "2", name: "read_file", value: { content: "text" } }] },
  );
  expect(await answer(script, turns)).toEqual([{ type: "text", text: "two and text\n" }]);
  turns.push({ role: "assistant", text: "two and text", calls: [] }, { role: "user", text: "out/" });
  expect((await answer(script, turns))[1]).toMatchObject({ arguments: { prefix: "out/" } });
});

it("goes on with the steps that a result writes, and with new ones when it starts over", async () => {
  const script = "Do not guess.\ncall run_python {}\nsay Read\ndo {{step 1}}\nsay Over";
  const called = (name: string, value: unknown): Turn[] => [
    { role: "assistant", text: "", calls: [{ id: "1", name, arguments: {} }] },
    { role: "tool", results: [{ callId: "1", name, value }] },
  ];
  const output = 'ask "Pay 3?" options: Yes, No\ncall note {"text": "{{last}} of {{message}}"}\ndo {{step 1}}';
  const turns: Turn[] = [{ role: "user", text: "one" }, ...called("run_python", { output })];
  expect(await answer(script, turns)).toMatchObject([{ text: "Read\n" }, { name: "ask_person", arguments: { title: "Pay 3?" } }]);
  turns.push(...called("ask_person", "Yes"));
  expect(await answer(script, turns)).toMatchObject([{ name: "note", arguments: { text: "Yes of one" } }]);
  turns.push(...called("note", "kept"));
  expect(await answer(script, turns)).toMatchObject([{ text: "Over\n" }]);
  turns.push(
    { role: "assistant", text: "Over", calls: [] },
    { role: "user", text: "two" },
    ...called("run_python", { output: "say Nothing" }),
  );
  expect(await answer(script, turns)).toMatchObject([{ text: "Read\n" }, { text: "Nothing\n" }, { text: "Over\n" }]);
});

it("says at which step of a process it is, where it can, and numbers no such call", async () => {
  const script = "## step-read\ncall list_files {}\nsay Read {{last}}\n## step-tell\nsay {{step 1}} of {{last}}";
  const start = (id: string): Turn[] => [
    { role: "assistant", text: "", calls: [{ id, name: "start_step", arguments: {} }] },
    { role: "tool", results: [{ callId: id, name: "start_step", value: { step_id: id } }] },
  ];
  const listed: Turn[] = [
    { role: "assistant", text: "", calls: [{ id: "1", name: "list_files", arguments: {} }] },
    { role: "tool", results: [{ callId: "1", name: "list_files", value: "two" }] },
  ];
  const tools = [{ name: "start_step", description: "", parameters: {} }];
  const turns: Turn[] = [{ role: "user", text: "in/" }];
  expect(await answer(script, turns)).toMatchObject([{ name: "list_files" }]);
  expect(await answer(script, turns, tools)).toMatchObject([{ name: "start_step", arguments: { step_id: "step-read" } }]);
  turns.push(...start("step-read"));
  expect(await answer(script, turns, tools)).toMatchObject([{ name: "list_files" }]);
  turns.push(...listed);
  expect(await answer(script, turns, tools)).toMatchObject([{ text: "Read two\n" }, { arguments: { step_id: "step-tell" } }]);
  turns.push(...start("step-tell"));
  expect(await answer(script, turns, tools)).toEqual([{ type: "text", text: "two of two\n" }]);
});
