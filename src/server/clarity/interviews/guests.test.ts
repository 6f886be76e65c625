import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { deleteClarityCapture, getClarityCapture, listClarityEvidence, maxCaptures } from "#contract/clarity/captures.ts";
import {
  answerClarityGuestInterview,
  consentToClarityGuestInterview,
  finishClarityGuestInterview,
  openClarityGuestInterview,
} from "#contract/clarity/guests.ts";
import { interviewQuestions } from "#contract/clarity/interview-questions.ts";
import { createClarityInviteLink, deleteClarityProcessInviteLink, getClarityInviteLink } from "#contract/clarity/invite-links.ts";
import { createClarityProcess, deleteClarityProcess, duplicateClarityProcess, getClarityProcess } from "#contract/clarity/processes.ts";
import { saveClarityProcessSnapshot } from "#contract/clarity/snapshots.ts";
import { versionOf } from "#server/gates/stage/clarity.ts";
import { checking } from "#server/gates/stage/clarity-steps.ts";
import { stageFor } from "#server/gates/stage/stage.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { newGuestToken } from "./guest-token.ts";

let service: TestService;
let now = new Date();
let process_id: string;
beforeAll(async () => void (service = await startService({ clock: () => now })));
afterAll(() => service.close());
beforeEach(async () => {
  const { process } = await service.ok(createClarityProcess, { params: { teamId: service.teamId }, body: { name: "Pay" } });
  process_id = process.id;
});

const nobody = { as: null } as const;
const manager = { as: "manager" } as const;
const of = () => ({ params: { process_id } });
const invite = async () => {
  const { invite_link } = await service.ok(createClarityInviteLink, of(), manager);
  return { ...invite_link, token: invite_link.url.split("/c/")[1] ?? "" };
};
const open = async (token: string) => (await service.ok(openClarityGuestInterview, { body: { token } }, nobody)).guest;
const agree = async (token: string, person = "AP clerk") =>
  (await service.ok(consentToClarityGuestInterview, { body: { token, person } }, nobody)).guest.interview;
const answer = async (token: string, message_index: number, message: string) =>
  (await service.ok(answerClarityGuestInterview, { body: { token, message_index, message } }, nobody)).guest.interview;
/** Every operation of a link. */
const allRefuse = async (token: string) => {
  const answers = [
    await service.fails(openClarityGuestInterview, { body: { token } }, "not_found", nobody),
    await service.fails(consentToClarityGuestInterview, { body: { token, person: "AP clerk" } }, "not_found", nobody),
    await service.fails(answerClarityGuestInterview, { body: { token, message_index: 1, message: "Mine" } }, "not_found", nobody),
    await service.fails(finishClarityGuestInterview, { body: { token } }, "not_found", nobody),
  ];
  return new Set(answers.map(({ message }) => message));
};

describe("a link for an interview", () => {
  it("is made by the creator of a process or a Manager, shown once, and ends the one before", async () => {
    expect((await service.ok(getClarityInviteLink, of())).invite_link).toBeNull();
    await service.fails(createClarityInviteLink, of(), "forbidden", { as: "builder" });
    const first = await invite();
    expect(first).toMatchObject({ url: `${service.url}/c/${first.token}`, created_by: { id: service.ids.manager } });
    const { id, created_at, created_by } = first;
    const active = (await service.ok(getClarityInviteLink, of(), { as: "member" })).invite_link;
    expect(active).toMatchObject({ id, created_at, created_by, capture_id: null });
    expect(JSON.stringify(active)).not.toContain(first.token);
    expect((await open(first.token)).interview).toBeNull();
    const second = await invite();
    expect(second.token).not.toBe(first.token);
    await allRefuse(first.token);
    expect((await service.ok(getClarityProcess, { ...of(), query: {} })).process.status).toBe("collecting");
    const { rows } = await service.pool.query("select row_to_json(v)::text as row from clarity_invites v");
    for (const { row } of rows as { row: string }[]) expect(row).not.toContain(second.token);
  });

  it("is ended by hand, and after thirty days by itself; all that do not work are answered alike", async () => {
    const { token } = await invite();
    await service.fails(deleteClarityProcessInviteLink, of(), "forbidden", { as: "builder" });
    await service.ok(deleteClarityProcessInviteLink, of(), manager);
    await service.ok(deleteClarityProcessInviteLink, of(), manager);
    const [ended] = await allRefuse(token);
    const later = await invite();
    now = new Date(now.getTime() + 31 * 86_400_000);
    const [expired] = await allRefuse(later.token);
    expect((await service.ok(getClarityInviteLink, of())).invite_link).toBeNull();
    const [foreign] = await allRefuse(newGuestToken());
    expect(new Set([ended, expired, foreign]).size).toBe(1);
    await invite();
  });

  it("ends with its process, and a copy of the process has none", async () => {
    const { token } = await invite();
    const { process } = await service.ok(duplicateClarityProcess, of());
    expect((await service.ok(getClarityInviteLink, { params: { process_id: process.id } })).invite_link).toBeNull();
    await service.ok(deleteClarityProcess, of());
    await allRefuse(token);
  });
});

describe("a guest", () => {
  it("sees who asks about what before anything starts, agrees, answers and finishes", async () => {
    const { token } = await invite();
    const page = await open(token);
    expect(page).toMatchObject({ process_name: "Pay", invited_by_name: "manager", interview: null });
    expect(page.consent.join(" ")).toMatch("printed list");
    await service.fails(finishClarityGuestInterview, { body: { token } }, "nothing_said", nobody);
    await service.fails(answerClarityGuestInterview, { body: { token, message_index: 1, message: "Early" } }, "interview_over", nobody);
    expect(await agree(token)).toMatchObject({ person: "AP clerk", question: interviewQuestions[0], message_index: 1 });
    await service.fails(finishClarityGuestInterview, { body: { token } }, "nothing_said", nobody);
    const { captures } = await service.ok(getClarityProcess, { ...of(), query: { captures: "lite" } });
    expect(captures).toMatchObject([{ type: "interview", status: "recording", userName: "AP clerk", userId: service.ids.manager }]);
    await answer(token, 1, "1. Clerk: check invoice in Ledger\n2. Owner: approve invoice");
    const { guest } = await service.ok(finishClarityGuestInterview, { body: { token } }, nobody);
    expect(guest.interview).toMatchObject({ status: "complete", question: null });
    expect((await service.ok(finishClarityGuestInterview, { body: { token } }, nobody)).guest).toEqual(guest);
    await service.fails(answerClarityGuestInterview, { body: { token, message_index: 3, message: "Late" } }, "interview_over", nobody);
    expect(await open(token)).toEqual(guest);
    const params = { process_id, capture_id: captures[0]?.id ?? "" };
    const { evidence } = await service.ok(listClarityEvidence, { params, query: { limit: 100, offset: 0 } });
    expect(evidence).toMatchObject([{ person: "AP clerk", text: "1. Clerk: check invoice in Ledger\n2. Owner: approve invoice" }]);
    expect((await service.ok(getClarityInviteLink, of())).invite_link?.capture_id).toBe(params.capture_id);
    const { process: copy } = await service.ok(duplicateClarityProcess, of());
    const copied = (await service.ok(getClarityProcess, { params: { process_id: copy.id }, query: {} })).captures;
    expect(copied).toMatchObject([{ status: "complete", userName: "AP clerk" }]);
  });

  it("is the person of what they said where a step cites it, not who made the link", async () => {
    const version = await versionOf(stageFor(service));
    process_id = version.process_id;
    const { token } = await invite();
    await agree(token);
    await answer(token, 1, "By mail");
    await service.ok(finishClarityGuestInterview, { body: { token } }, nobody);
    const captureId = (await service.ok(getClarityInviteLink, of())).invite_link?.capture_id;
    const cited = { attribution: "Me", excerpt: "By mail", evidenceId: `${captureId}:0`, locator: { type: "manual" } } as const;
    const params = { process_id, kind: "current_process" } as const;
    const { snapshot } = await service.ok(saveClarityProcessSnapshot, {
      params,
      body: { baselineSnapshotId: version.snapshot_id, steps: checking({ ...cited, resolutionStatus: "resolved" }) },
    });
    const source = snapshot.data.steps.find(({ id }) => id === "check")?.sources[0];
    expect(source).toMatchObject({ attribution: "AP clerk, interview", excerpt: "By mail", resolutionStatus: "resolved" });
  });

  it("continues after a reload, and agrees once however often it is sent", async () => {
    const { token } = await invite();
    const begun = await agree(token);
    expect(await agree(token, "Another person")).toEqual(begun);
    const answered = await answer(token, 1, "By mail");
    expect(await answer(token, 1, "By mail")).toEqual(answered);
    expect((await open(token)).interview).toEqual(answered);
    expect((await service.ok(getClarityProcess, { ...of(), query: {} })).captures).toHaveLength(1);
  });

  it("answers a question in one of two windows", async () => {
    const { token } = await invite();
    await agree(token);
    const both = await Promise.all(
      ["By mail", "By phone"].map((message) =>
        service.call(answerClarityGuestInterview, { body: { token, message_index: 1, message } }, nobody),
      ),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await open(token)).interview?.messages).toHaveLength(2);
    await service.fails(
      answerClarityGuestInterview,
      { body: { token, message_index: 1, message: "By fax" } },
      "answered_elsewhere",
      nobody,
    );
  });

  it("agrees in one of many windows", async () => {
    const { token } = await invite();
    await Promise.all(Array.from({ length: 5 }, () => agree(token)));
    expect((await service.ok(getClarityProcess, { ...of(), query: {} })).captures).toHaveLength(1);
  });

  it("has one interview: the link is good for no other one once it was deleted", async () => {
    const { token } = await invite();
    await agree(token);
    await answer(token, 1, "By mail");
    const [capture] = (await service.ok(getClarityProcess, { ...of(), query: {} })).captures;
    await service.ok(deleteClarityCapture, { params: { id: process_id, captureId: capture?.id ?? "" } }, manager);
    await allRefuse(token);
  });

  it("says no more once the link has ended, and what was said stays", async () => {
    const { token } = await invite();
    await agree(token);
    await answer(token, 1, "By mail");
    const next = await invite();
    await allRefuse(token);
    expect((await open(next.token)).interview).toBeNull();
    const [capture] = (await service.ok(getClarityProcess, { ...of(), query: {} })).captures;
    const kept = await service.ok(getClarityCapture, { params: { process_id, capture_id: capture?.id ?? "" } });
    expect(kept.capture.transcript).toHaveLength(2);
  });

  it("has room within the limits, and a name or a role", async () => {
    const { token } = await invite();
    await service.fails(consentToClarityGuestInterview, { body: { token, person: "a".repeat(201) } }, "invalid_request", nobody);
    await service.fails(consentToClarityGuestInterview, { body: { token, person: " " } }, "invalid_request", nobody);
    await agree(token, "a".repeat(200));
    await service.fails(
      answerClarityGuestInterview,
      { body: { token, message_index: 1, message: "a".repeat(5_001) } },
      "invalid_request",
      nobody,
    );
    // Its longest form on the way.
    expect((await answer(token, 1, "\u20ac".repeat(5_000)))?.messages[1]?.message).toHaveLength(5_000);
    await service.pool.query(
      "update clarity_captures set transcript = (select json_agg(json_build_object('source', 'user', 'message', n)) from generate_series(1, 199) n) where process_id = $1",
      [process_id],
    );
    await service.fails(answerClarityGuestInterview, { body: { token, message_index: 200, message: "No" } }, "too_many", nobody);
  });

  it("cannot start where a process has two hundred captures", async () => {
    const { token } = await invite();
    await service.pool.query(
      `insert into clarity_captures (id, process_id, user_id, type, status)
       select gen_random_uuid(), $1, $2, 'document', 'complete' from generate_series(1, $3::int)`,
      [process_id, service.ids.member, maxCaptures],
    );
    await service.fails(consentToClarityGuestInterview, { body: { token, person: "AP clerk" } }, "too_many", nobody);
  });
});
