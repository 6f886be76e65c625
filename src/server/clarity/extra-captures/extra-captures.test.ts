import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createClarityArtifactImportUploadUrl } from "#contract/clarity/artifact-imports.ts";
import {
  completeClarityCapture,
  createClarityCaptureUploadUrl,
  deleteClarityCapture,
  listClarityEvidence,
} from "#contract/clarity/captures.ts";
import { assignClarityExtraCaptureRequest, listClarityExtraCaptureRequests } from "#contract/clarity/extra-captures.ts";
import {
  answerClarityInterview,
  finishClarityInterview,
  getClarityInterview,
  startClarityInterview,
} from "#contract/clarity/interviews.ts";
import { getClarityProcess, updateClarityProcess } from "#contract/clarity/processes.ts";
import { listNotifications } from "#contract/notifications/notifications.ts";
import { getClarityProcessSnapshot, revertClarityProcessSnapshot } from "#contract/clarity/snapshots.ts";
import { getInbox } from "#contract/runs/inbox.ts";
import { type Asked, askedOf, gap } from "#server/gates/stage/clarity-proposals.ts";
import { processOf } from "#server/gates/stage/clarity.ts";
import { stageFor } from "#server/gates/stage/stage.ts";
import { comes } from "#server/testing/patience/comes.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
let asked: Asked;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());
beforeEach(async () => void (asked = await askedOf(stageFor(service))));

const of = () => ({ process_id: asked.process_id, transformation_proposal_id: asked.transformation_proposal_id });
const list = async () =>
  (await service.ok(listClarityExtraCaptureRequests, { params: of(), query: { limit: 20, offset: 0 } }, { as: "member" })).requests;
const assigning = (user_id: string | null) => ({ params: asked, body: { user_id } });
const assign = (user_id: string | null) => service.ok(assignClarityExtraCaptureRequest, assigning(user_id), { as: "manager" });
async function answer(): Promise<string> {
  const body = { file_name: "answer.txt", extra_capture_request_id: asked.request_id };
  const { signed_url, capture_id } = await service.ok(
    createClarityCaptureUploadUrl,
    { params: { process_id: asked.process_id }, body },
    { as: "member" },
  );
  await fetch(signed_url, { method: "PUT", body: "In Ledger." });
  await service.ok(completeClarityCapture, { params: { process_id: asked.process_id, capture_id } }, { as: "member" });
  return capture_id;
}
const told = async () =>
  (
    await service.ok(
      listNotifications,
      { params: { teamId: service.teamId }, query: { type: "config_proposal", limit: 100 } },
      { as: "member" },
    )
  ).notifications.filter(({ process_id }) => process_id === asked.process_id);
const waits = async () =>
  (await service.ok(getInbox, { params: { teamId: service.teamId } }, { as: "member" })).things.filter(({ id }) => id === asked.process_id);

describe("a request for a capture", () => {
  it("is asked of a member, who finds it in the inbox and is told, until somebody else is asked", async () => {
    expect(await list()).toMatchObject([{ id: asked.request_id, status: "requested", requested_user_id: null, gap, step_id: "check" }]);
    await service.fails(assignClarityExtraCaptureRequest, assigning(service.ids.member), "forbidden", { as: "builder" });
    const { request } = await assign(service.ids.member);
    expect(request).toMatchObject({ requested_user_id: service.ids.member, proposal_id: asked.transformation_proposal_id });
    expect(await waits()).toMatchObject([{ kind: "capture", title: gap, about: "Pay an invoice" }]);
    const first = await comes("the notification", async () => (await told())[0]);
    expect(first).toMatchObject({
      severity: "info",
      body: gap,
      link: `/t/${service.teamId}/clarity/processes/${asked.process_id}?tab=proposal`,
    });
    // The same again tells nobody.
    await assign(service.ids.member);
    await assign(service.ids.builder);
    expect(await waits()).toEqual([]);
    await comes("the end of the notification", async () => ((await told())[0]?.resolved_at ? true : undefined));
    await assign(null);
    expect(await list()).toMatchObject([{ requested_user_id: null }]);
  });

  it("is answered by a capture, and asked again when that is deleted", async () => {
    await assign(service.ids.member);
    await comes("the notification", async () => (await told())[0]);
    const captureId = await answer();
    expect(await list()).toMatchObject([{ status: "captured", capture_id: captureId }]);
    expect(await waits()).toEqual([]);
    await comes("the end of the notification", async () => ((await told())[0]?.resolved_at ? true : undefined));
    await service.ok(deleteClarityCapture, { params: { id: asked.process_id, captureId } });
    expect(await list()).toMatchObject([{ status: "requested", capture_id: null }]);
    expect(await waits()).toHaveLength(1);
  });

  it("is asked of nobody who does not see the process, and by no proposal that was archived", async () => {
    await service.fails(assignClarityExtraCaptureRequest, assigning(service.ids.neighbour), "invalid_request");
    await assign(service.ids.member);
    await service.ok(updateClarityProcess, { params: { process_id: asked.process_id }, body: { visibility: "restricted" } });
    await service.fails(assignClarityExtraCaptureRequest, assigning(service.ids.builder), "invalid_request");
    await service.fails(assignClarityExtraCaptureRequest, assigning(service.ids.clarity), "invalid_request");
    const params = {
      process_id: asked.process_id,
      kind: "transformation_proposal",
      snapshot_id: asked.transformation_proposal_id,
    } as const;
    await service.ok(revertClarityProcessSnapshot, { params });
    expect(await waits()).toEqual([]);
    await service.fails(listClarityExtraCaptureRequests, { params: of(), query: { limit: 20, offset: 0 } }, "not_found");
    await service.fails(assignClarityExtraCaptureRequest, assigning(null), "not_found");
  });

  it("is asked no longer of whoever does not see the process once it is restricted", async () => {
    const restrict = (visibility: "team" | "restricted") =>
      service.ok(updateClarityProcess, { params: { process_id: asked.process_id }, body: { visibility } });
    const requested = async () => (await list()).map(({ requested_user_id }) => requested_user_id);
    await assign(service.ids.member);
    await comes("the notification", async () => (await told())[0]);
    await restrict("restricted");
    expect(await waits()).toEqual([]);
    await comes("the end of the notification", async () => ((await told())[0]?.resolved_at ? true : undefined));
    await restrict("team");
    expect([await waits(), await requested()]).toEqual([[], [null]]);
    await assign(service.ids.manager);
    await restrict("restricted");
    await restrict("team");
    expect(await requested()).toEqual([service.ids.manager]);
  });

  it("waits for nobody whose role shows them the process no longer", async () => {
    await assign(service.ids.member);
    await service.pool.query("update clarity_processes set visibility = 'restricted' where id = $1", [asked.process_id]);
    expect(await waits()).toEqual([]);
  });

  it("is asked of a Clarity Member, who sees what is live, what they are asked and what they said, and nothing else", async () => {
    const as = { as: "clarity" } as const;
    const { process_id } = asked;
    const params = { process_id };
    const read = () => service.ok(getClarityProcess, { params, query: {} }, as);
    await service.fails(getClarityProcess, { params, query: {} }, "not_found", as);
    await service.ok(updateClarityProcess, { params, body: { custom_prompt: "Be brief" } });
    await assign(service.ids.clarity);
    const inbox = await service.ok(getInbox, { params: { teamId: service.teamId } }, as);
    expect(inbox).toMatchObject({ total: 1, things: [{ kind: "capture", id: process_id, title: gap }] });
    const mine = { id: asked.request_id, requested_user_id: service.ids.clarity };
    const shown = await read();
    expect(shown).toMatchObject({
      process: { custom_prompt: null },
      current_process_versions: [{ status: "live" }],
      transformation_proposal_versions: [{ id: asked.transformation_proposal_id, extra_capture_requests: [mine] }],
      captures: [],
    });
    const snapshot = (kind: "current_process" | "transformation_proposal", snapshot_id = "") => ({
      params: { process_id, kind, snapshot_id },
    });
    await service.ok(getClarityProcessSnapshot, snapshot("current_process", shown.current_process_versions[0]?.id), as);
    await service.fails(getClarityProcessSnapshot, snapshot("transformation_proposal", asked.transformation_proposal_id), "not_found", as);
    await service.fails(listClarityExtraCaptureRequests, { params: of(), query: { limit: 20, offset: 0 } }, "forbidden", as);

    const others = await service.ok(startClarityInterview, { params, body: {} }, { as: "member" });
    await service.fails(getClarityInterview, { params: { process_id, capture_id: others.capture_id } }, "not_found", as);
    const body = { file_name: "others.txt" };
    const upload = await service.ok(createClarityCaptureUploadUrl, { params, body }, { as: "member" });
    await fetch(upload.signed_url, { method: "PUT", body: "In Ledger." });
    const theirs = { params: { process_id, capture_id: upload.capture_id } };
    await service.fails(completeClarityCapture, theirs, "not_found", as);
    await service.ok(completeClarityCapture, theirs, { as: "member" });
    await service.fails(listClarityEvidence, { ...theirs, query: {} }, "not_found", as);

    const own = await service.ok(startClarityInterview, { params, body: { extra_capture_request_id: asked.request_id } }, as);
    const ofOwn = { params: { process_id, capture_id: own.capture_id } };
    await service.ok(answerClarityInterview, { ...ofOwn, body: { message_index: 1, message: "Clerk: check it in Ledger" } }, as);
    await service.ok(finishClarityInterview, ofOwn, as);
    expect((await read()).captures.map(({ id }) => id)).toEqual([own.capture_id]);
    expect((await service.ok(listClarityEvidence, { ...ofOwn, query: {} }, as)).total).toBeGreaterThan(0);
    expect((await service.ok(getInbox, { params: { teamId: service.teamId } }, as)).total).toBe(0);
    // What only its creator and Managers see is not theirs any more.
    await service.ok(updateClarityProcess, { params, body: { visibility: "restricted" } });
    await service.fails(getClarityProcess, { params, query: {} }, "not_found", as);
  });

  it("is of its own process, and one that nothing asks any more is answered by nothing", async () => {
    const process_id = await processOf(stageFor(service));
    const extra_capture_request_id = asked.request_id;
    const file = { file_name: "work.txt", extra_capture_request_id };
    await service.fails(createClarityCaptureUploadUrl, { params: { process_id }, body: file }, "not_found");
    await service.pool.query("update clarity_requests set resolved_at = now() where id = $1", [asked.request_id]);
    const params = { process_id: asked.process_id };
    await service.fails(createClarityCaptureUploadUrl, { params, body: file }, "not_found");
    const drawing = { file_name: "pay.xml", content_type: "text/xml", extra_capture_request_id } as const;
    await service.fails(createClarityArtifactImportUploadUrl, { params, body: drawing }, "not_found");
    await service.fails(startClarityInterview, { params, body: { extra_capture_request_id } }, "not_found");
    await service.fails(assignClarityExtraCaptureRequest, assigning(service.ids.member), "not_found");
    expect(await list()).toEqual([]);
  });

  it("is asked in an interview of its own, beside one about all of it", async () => {
    const start = (body: { extra_capture_request_id?: string }) =>
      service.ok(startClarityInterview, { params: { process_id: asked.process_id }, body }, { as: "member" });
    const whole = await start({});
    const own = await start({ extra_capture_request_id: asked.request_id });
    expect(own.capture_id).not.toBe(whole.capture_id);
    expect(own.interview).toMatchObject({ question: "Who does it, and in which system?", planned: 1 });
    expect((await start({ extra_capture_request_id: asked.request_id })).capture_id).toBe(own.capture_id);
    expect((await start({})).capture_id).toBe(whole.capture_id);
    expect(await list()).toMatchObject([{ status: "requested", capture_id: own.capture_id }]);
  });
});
