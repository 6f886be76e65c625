import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerClarityInterview, askInClarityInterview, startClarityInterview } from "#contract/clarity/interviews.ts";
import { interviewQuestions } from "#contract/clarity/interview-questions.ts";
import { maxInterviewQuestions } from "#contract/clarity/interview.ts";
import { createClarityProcess } from "#contract/clarity/processes.ts";
import { ModelFault, type ModelPart, type ModelPort, type ModelRequest } from "#server/engine/models/port.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { nextQuestion } from "./next-question.ts";

let parts: (request: ModelRequest) => ModelPart[];
const asked: ModelRequest[] = [];
const port: ModelPort = {
  async *answer(request) {
    asked.push(request);
    yield* parts(request);
  },
};
const lines: string[] = [];
let service: TestService;
beforeAll(async () => {
  service = await startService({
    env: { MODEL_DEFAULT: "interviewer" },
    engine: { models: { interviewer: port } },
    logTo: { write: (line) => void lines.push(line) },
  });
});
afterAll(() => service.close());

const call = (name: string, given: Record<string, unknown>): ModelPart => ({ type: "call", id: "1", name, arguments: given });
const said = [
  { source: "ai" as const, message: interviewQuestions[0] ?? "" },
  { source: "user" as const, message: "By mail" },
];
const next = (openQuestions: string[] = [], transcript = said) =>
  nextQuestion(service.app.services, { process: "Pay", transcript, openQuestions });

describe("with a model, an interview", () => {
  it("is asked what the model finds missing, in one call", async () => {
    parts = () => [call("ask_next", { question: " Who checks it?\u200b " })];
    expect(await next(["Who approves?"])).toBe("Who checks it?");
    const request = asked.at(-1);
    expect(request?.tools.map(({ name }) => name)).toEqual(["ask_next", "finish"]);
    const turn = request?.turns[0];
    expect(turn?.role === "user" && JSON.parse(turn.text)).toMatchObject({
      process: "Pay",
      open_questions: ["Who approves?"],
      transcript: said,
    });
  });

  it("ends when the model finishes, and after so many questions without asking it", async () => {
    parts = () => [call("finish", {})];
    expect(await next()).toBeNull();
    const many = Array.from({ length: maxInterviewQuestions }, (_, at) => [
      { source: "ai" as const, message: `Question ${at}` },
      { source: "user" as const, message: "Yes" },
    ]).flat();
    const before = asked.length;
    expect(await next([], many)).toBeNull();
    expect(asked.length).toBe(before);
  });

  it.each([
    [
      "is away",
      () => {
        throw new ModelFault("provider_unavailable", "The provider is away.", { transient: true });
      },
    ],
    ["calls nothing", () => []],
    ["repeats a question", () => [call("ask_next", { question: interviewQuestions[0] })]],
    ["invents a tool", () => [call("delete_everything", {})]],
    ["asks nothing", () => [call("ask_next", { question: "\u200b" })]],
  ] satisfies [string, () => ModelPart[]][])(
    "continues with the printed list where the model %s, and the log says so",
    async (_, given) => {
      parts = given;
      lines.length = 0;
      expect(await next()).toBe(interviewQuestions[1]);
      expect(lines.join()).toContain("the printed list continues");
    },
  );

  it("keeps an answer with the question that follows it, and asks no model for one that is sent twice", async () => {
    parts = () => [call("ask_next", { question: "Who checks it?" })];
    const { process } = await service.ok(createClarityProcess, { params: { teamId: service.teamId }, body: { name: "Pay" } });
    const params = { process_id: process.id };
    const { capture_id, interview } = await service.ok(startClarityInterview, { params });
    expect(interview.planned).toBeNull();
    const answer = { params: { ...params, capture_id }, body: { message_index: 1, message: "By mail" } };
    expect((await service.ok(answerClarityInterview, answer)).interview).toMatchObject({ question: "Who checks it?", message_index: 3 });
    const before = asked.length;
    await service.ok(answerClarityInterview, answer);
    expect(asked.length).toBe(before);
    // A member's question comes before what the model would ask.
    const of = { ...params, capture_id };
    await service.ok(askInClarityInterview, { params: of, body: { question: "Who pays it?" } });
    const { interview: continued } = await service.ok(answerClarityInterview, {
      params: of,
      body: { message_index: 3, message: "The clerk" },
    });
    expect(continued.question).toBe("Who pays it?");
    expect(asked.length).toBe(before);
  });
});

it("without a model, the printed list is followed by the open questions", async () => {
  const practice = {
    ...service.app.services,
    config: { ...service.app.services.config, model: { ...service.app.services.config.model, default: undefined } },
  };
  let transcript: { source: "ai" | "user"; message: string }[] = [];
  const questions: (string | null)[] = [];
  for (let question: string | null = interviewQuestions[0] ?? null; question !== null;) {
    questions.push(question);
    transcript = [...transcript, { source: "ai", message: question }, { source: "user", message: "Yes" }];
    question = await nextQuestion(practice, { process: "Pay", transcript, openQuestions: ["Who approves?"] });
  }
  expect(questions).toEqual([...interviewQuestions, "Who approves?"]);
});
