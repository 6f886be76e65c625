import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { deleteClarityCapture, getClarityCapture } from "#contract/clarity/captures.ts";
import { interviewQuestions } from "#contract/clarity/interview-questions.ts";
import { maxAskedNext, maxInterviewMessages } from "#contract/clarity/interview.ts";
import {
  answerClarityInterview,
  askInClarityInterview,
  finishClarityInterview,
  getClarityInterview,
  startClarityInterview,
} from "#contract/clarity/interviews.ts";
import { createClarityProcess } from "#contract/clarity/processes.ts";
import { saveClarityProcessSnapshot } from "#contract/clarity/snapshots.ts";
import { orderQuestionText } from "#contract/clarity/order-question.ts";
import { versionOf } from "#server/gates/stage/clarity.ts";
import { checking } from "#server/gates/stage/clarity-steps.ts";
import { stageFor } from "#server/gates/stage/stage.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
let process_id: string;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());
beforeEach(async () => {
  const { process } = await service.ok(createClarityProcess, { params: { teamId: service.teamId }, body: { name: "Pay" } });
  process_id = process.id;
});

const member = { as: "member" } as const;
const builder = { as: "builder" } as const;
const [first, second] = interviewQuestions;
const start = async () => {
  const { capture_id, interview } = await service.ok(startClarityInterview, { params: { process_id } }, member);
  return { of: { params: { process_id, capture_id } }, interview };
};
type Of = Awaited<ReturnType<typeof start>>["of"];
const ask = async (of: Of, question: string) => (await service.ok(askInClarityInterview, { ...of, body: { question } }, builder)).interview;
const answer = async (of: Of, message_index: number, message = "Yes") =>
  (await service.ok(answerClarityInterview, { ...of, body: { message_index, message } }, member)).interview;

describe("a question of a member", () => {
  it("is asked after the one that is asked now, with who asks it, and the list continues behind it", async () => {
    const { of } = await start();
    const one = await ask(of, "Who pays it?");
    expect(one).toMatchObject({ question: first, question_by: null, asked_next: ["Who pays it?"], planned: interviewQuestions.length + 1 });
    expect((await ask(of, "On which day?")).planned).toBe(interviewQuestions.length + 2);
    expect(await answer(of, 1)).toMatchObject({ question: "Who pays it?", question_by: "builder", asked_next: ["On which day?"] });
    expect(await answer(of, 3)).toMatchObject({ question: "On which day?", question_by: "builder", asked_next: [] });
    expect(await answer(of, 5)).toMatchObject({
      question: second,
      question_by: null,
      message_index: 7,
      planned: interviewQuestions.length + 2,
    });
    const { capture } = await service.ok(getClarityCapture, of);
    expect(capture.transcript?.[2]).toEqual({ source: "interviewer", speakerName: "builder", message: "Who pays it?" });
    const { interview } = await service.ok(getClarityInterview, of);
    expect(interview.messages[2]).toEqual({ source: "interviewer", by: "builder", message: "Who pays it?", corrected: false });
  });

  it("is asked at once where nothing else is, and a correction keeps it", async () => {
    const { of, interview } = await start();
    let now = interview;
    while (now.question !== null) now = await answer(of, now.message_index, `Answer ${now.message_index}`);
    const asked = await ask(of, "Who pays it?");
    expect(asked).toMatchObject({ question: "Who pays it?", question_by: "builder", asked_next: [] });
    const corrected = { message_index: asked.message_index, message: "Corrected", corrects: 1 };
    const kept = (await service.ok(answerClarityInterview, { ...of, body: corrected }, member)).interview;
    expect(kept).toMatchObject({ question: "Who pays it?", question_by: "builder" });
    expect(await answer(of, kept.message_index)).toMatchObject({ question: null, question_by: null });
  });

  it("that is sent twice is asked once", async () => {
    const { of } = await start();
    await ask(of, "Who pays it?");
    expect((await ask(of, "Who pays it?")).asked_next).toEqual(["Who pays it?"]);
    expect((await ask(of, first ?? "")).asked_next).toEqual(["Who pays it?"]);
    await answer(of, 1);
    await answer(of, 3);
    expect(await ask(of, "Who pays it?")).toMatchObject({ question: second, asked_next: [] });
  });

  it("has room while few of them wait and the interview is short, and none once it is finished", async () => {
    const { of } = await start();
    for (let n = 1; n <= maxAskedNext; n++) await ask(of, `Question ${n}?`);
    await service.fails(askInClarityInterview, { ...of, body: { question: "One more?" } }, "too_many", builder);
    await service.fails(askInClarityInterview, { ...of, body: { question: "a".repeat(1_001) } }, "invalid_request", builder);
    await answer(of, 1);
    const long = Array.from({ length: maxInterviewMessages - 20 }, (_, at) => ({ source: at % 2 ? "user" : "ai", message: `${at}` }));
    await service.pool.query("update clarity_captures set transcript = $2 where id = $1", [of.params.capture_id, JSON.stringify(long)]);
    await service.fails(askInClarityInterview, { ...of, body: { question: "One more?" } }, "too_many", builder);
    await service.ok(finishClarityInterview, of, member);
    await service.fails(askInClarityInterview, { ...of, body: { question: "Late?" } }, "interview_over", builder);
    await service.ok(deleteClarityCapture, { params: { id: process_id, captureId: of.params.capture_id } }, member);
    await service.fails(askInClarityInterview, { ...of, body: { question: "Gone?" } }, "not_found", builder);
  });
});

it("what the current process leaves open is asked in the next interview, each question once", async () => {
  const version = await versionOf(stageFor(service));
  process_id = version.process_id;
  const order = orderQuestionText("Check the invoice", "Approve it", ["a:0"], ["b:0"]);
  const steps = checking().map((step) => ({ ...step, openQuestions: [order, "Who approves?"] }));
  const saving = { params: { process_id, kind: "current_process" }, body: { baselineSnapshotId: version.snapshot_id, steps } } as const;
  await service.ok(saveClarityProcessSnapshot, saving);
  const { of, interview } = await start();
  const open = ["Is “Check the invoice” done before “Approve it”, or after?", "Who approves?"];
  expect(interview.planned).toBe(interviewQuestions.length + open.length);
  const asked: (string | null)[] = [];
  for (let now = interview; now.question !== null; now = await answer(of, now.message_index)) asked.push(now.question);
  expect(asked).toEqual([...interviewQuestions, ...open]);
});
