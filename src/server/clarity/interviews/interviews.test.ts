import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { getClarityCapture, listClarityEvidence, maxCaptures } from "#contract/clarity/captures.ts";
import { interviewQuestions } from "#contract/clarity/interview-questions.ts";
import { maxInterviewMessages } from "#contract/clarity/interview.ts";
import {
  answerClarityInterview,
  finishClarityInterview,
  getClarityInterview,
  startClarityInterview,
} from "#contract/clarity/interviews.ts";
import { createClarityProcess, getClarityProcess } from "#contract/clarity/processes.ts";
import { removeStaleCaptures } from "#server/clarity/captures/captures.store.ts";
import { guestOf } from "#server/gates/stage/interviews.ts";
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
const start = () => service.ok(startClarityInterview, { params: { process_id } }, member);
const shown = async (capture_id: string) => (await service.ok(getClarityInterview, { params: { process_id, capture_id } })).interview;
const answer = async (capture_id: string, message_index: number, message: string, corrects?: number) => {
  const body = { message_index, message, ...(corrects !== undefined && { corrects }) };
  return (await service.ok(answerClarityInterview, { params: { process_id, capture_id }, body }, member)).interview;
};

describe("an interview of a member", () => {
  it("asks the printed questions in turn, and becomes a capture with a passage for each answer", async () => {
    const { capture_id, interview } = await start();
    expect(interview).toEqual({
      status: "recording",
      person: "member",
      messages: [],
      question: interviewQuestions[0],
      question_by: null,
      asked_next: [],
      message_index: 1,
      planned: interviewQuestions.length,
    });
    const said = interviewQuestions.map((_, at) => `Answer ${at + 1}`);
    let now = interview;
    for (const message of said) now = await answer(capture_id, now.message_index, message);
    expect(now).toMatchObject({ question: null, status: "recording" });
    const body = { message_index: now.message_index, message: "More" };
    await service.fails(answerClarityInterview, { params: { process_id, capture_id }, body }, "interview_over", member);
    const { interview: done } = await service.ok(finishClarityInterview, { params: { process_id, capture_id } }, member);
    expect(done).toMatchObject({ status: "complete", question: null });
    const { capture } = await service.ok(getClarityCapture, { params: { process_id, capture_id } });
    expect(capture).toMatchObject({ type: "interview", status: "complete", userName: "member", transcriptQuestionCount: 5 });
    expect(capture.transcript?.slice(0, 2)).toEqual([
      { source: "ai", message: interviewQuestions[0] },
      { source: "user", speakerName: "member", message: "Answer 1" },
    ]);
    const { evidence } = await service.ok(listClarityEvidence, { params: { process_id, capture_id }, query: { limit: 100, offset: 0 } });
    expect(evidence.map(({ text, person }) => [text, person])).toEqual(said.map((text) => [text, "member"]));
    expect(evidence[1]?.locator).toEqual({ type: "transcript_message", messageIndex: 3 });
    const { process } = await service.ok(getClarityProcess, { params: { process_id }, query: { captures: "lite" } });
    expect(process.status).toBe("collecting");
  });

  it("is no capture before its first answer, and one that stays without goes within a day", async () => {
    const { capture_id } = await start();
    const of = { params: { process_id, capture_id } };
    const seen = async () => {
      const { process, captures, stage } = await service.ok(getClarityProcess, { params: { process_id }, query: { captures: "lite" } });
      return [process.status, stage, captures.map(({ status }) => status)];
    };
    expect(await seen()).toEqual(["draft", "none", []]);
    await service.fails(getClarityCapture, of, "not_found", member);
    await service.fails(getClarityInterview, of, "not_found", { as: "manager" });
    expect((await service.ok(getClarityInterview, of, member)).interview.question).toBe(interviewQuestions[0]);
    await answer(capture_id, 1, "By mail");
    expect(await seen()).toEqual(["collecting", "captured", ["recording"]]);
    const other = await service.ok(startClarityInterview, { params: { process_id } }, { as: "builder" });
    await service.pool.query("update clarity_captures set created_at = now() - interval '25 hours' where process_id = $1", [process_id]);
    await removeStaleCaptures(service.app.services, () => false);
    expect((await shown(capture_id)).messages).toHaveLength(2);
    const gone = { params: { process_id, capture_id: other.capture_id } };
    await service.fails(getClarityInterview, gone, "not_found", { as: "builder" });
  });

  it("continues where it was left, and is one of each member", async () => {
    const first = await start();
    await answer(first.capture_id, 1, "By mail");
    const again = await start();
    expect(again).toEqual({ capture_id: first.capture_id, interview: await shown(first.capture_id) });
    const other = await service.ok(startClarityInterview, { params: { process_id } }, { as: "builder" });
    expect(other.capture_id).not.toBe(first.capture_id);
  });

  it("is answered by its member only, and ended by them or a Manager", async () => {
    const { capture_id } = await start();
    const of = { params: { process_id, capture_id } };
    await service.fails(finishClarityInterview, of, "nothing_said", member);
    const body = { message_index: 1, message: "Not mine" };
    await service.fails(answerClarityInterview, { ...of, body }, "forbidden", { as: "manager" });
    await answer(capture_id, 1, "By mail");
    await service.fails(finishClarityInterview, of, "forbidden", { as: "builder" });
    await service.ok(finishClarityInterview, of, { as: "manager" });
    await service.fails(answerClarityInterview, { ...of, body: { ...body, message_index: 3 } }, "interview_over", member);
    const other = await service.ok(createClarityProcess, { params: { teamId: service.teamId }, body: {} });
    await service.fails(getClarityInterview, { params: { process_id: other.process.id, capture_id } }, "not_found");
  });
});

describe("an answer", () => {
  it("that is sent twice is kept once; of two windows, the second is told", async () => {
    const { capture_id } = await start();
    const one = await answer(capture_id, 1, "By mail");
    expect(await answer(capture_id, 1, "By mail")).toEqual(one);
    const of = { params: { process_id, capture_id } };
    await service.fails(answerClarityInterview, { ...of, body: { message_index: 1, message: "By phone" } }, "answered_elsewhere", member);
    await service.fails(answerClarityInterview, { ...of, body: { message_index: 7, message: "Later" } }, "answered_elsewhere", member);
    const both = await Promise.all(
      ["Clerk", "Buyer"].map((message) => service.call(answerClarityInterview, { ...of, body: { message_index: 3, message } }, member)),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await shown(capture_id)).messages).toHaveLength(4);
  });

  it("is corrected by a message of its own: what it corrects stays, and is no evidence", async () => {
    const { capture_id, interview } = await start();
    const { question } = await answer(capture_id, 1, "By mail");
    const corrected = await answer(capture_id, 3, "By phone", 1);
    expect(corrected).toMatchObject({ question, message_index: 5 });
    expect(corrected.messages).toEqual([
      { source: "ai", by: null, message: interview.question, corrected: false },
      { source: "user", by: null, message: "By mail", corrected: true },
      { source: "ai", by: null, message: interview.question, corrected: false },
      { source: "user", by: null, message: "By phone", corrected: false },
    ]);
    const of = { params: { process_id, capture_id } };
    for (const corrects of [1, 2, 9])
      await service.fails(
        answerClarityInterview,
        { ...of, body: { message_index: 5, message: "No", corrects } },
        "invalid_request",
        member,
      );
    await service.ok(finishClarityInterview, of, member);
    const { evidence } = await service.ok(listClarityEvidence, { ...of, query: { limit: 100, offset: 0 } });
    expect(evidence.map(({ text }) => text)).toEqual(["By phone"]);
  });

  it("has room until the interview is as long as it may be", async () => {
    const { capture_id } = await start();
    const transcript = Array.from({ length: maxInterviewMessages }, (_, at) => ({ source: at % 2 ? "user" : "ai", message: `${at}` }));
    await service.pool.query("update clarity_captures set transcript = $2 where id = $1", [
      capture_id,
      JSON.stringify(transcript.slice(2)),
    ]);
    const last = await answer(capture_id, maxInterviewMessages - 1, "The last one");
    expect(last.question).toBeNull();
    const of = { params: { process_id, capture_id } };
    await service.fails(
      answerClarityInterview,
      { ...of, body: { message_index: 200, message: "No", corrects: 1 } },
      "answered_elsewhere",
      member,
    );
    await service.pool.query("update clarity_interviews set question = 'Why?' where capture_id = $1", [capture_id]);
    await service.pool.query("update clarity_captures set transcript = $2 where id = $1", [
      capture_id,
      JSON.stringify(transcript.slice(1)),
    ]);
    await service.fails(answerClarityInterview, { ...of, body: { message_index: 200, message: "No" } }, "too_many", member);
  });
});

it("a process with two hundred captures has no room for an interview", async () => {
  await service.pool.query(
    `insert into clarity_captures (id, process_id, user_id, type, status)
     select gen_random_uuid(), $1, $2, 'document', 'complete' from generate_series(1, $3::int)`,
    [process_id, service.ids.member, maxCaptures],
  );
  await service.fails(startClarityInterview, { params: { process_id } }, "too_many", member);
});

it("is answered by the guest only, not by the member who made the link", async () => {
  const stage = stageFor(service, "manager");
  await guestOf(stage, "answered");
  const { rows } = await service.pool.query(
    "select c.id, c.process_id from clarity_captures c join clarity_interviews i on i.capture_id = c.id order by c.id desc limit 1",
  );
  const [{ id: capture_id, process_id: of }] = rows as [{ id: string; process_id: string }];
  const params = { process_id: of, capture_id };
  expect((await service.ok(getClarityInterview, { params }, { as: "manager" })).guest).toBe(true);
  await service.fails(answerClarityInterview, { params, body: { message_index: 3, message: "Mine" } }, "forbidden", { as: "manager" });
});
